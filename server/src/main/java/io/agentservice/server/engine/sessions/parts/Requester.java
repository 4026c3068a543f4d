package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * Who asked for a session, and how.
 *
 * @param userId the human that it is for, or null
 * @param serviceUserId null for a human or a nameless principal
 * @param createdBy its maker, the {@link Principal#author}; null of old ones
 * @param origin one of {@link Session#ORIGINS}
 * @param scheduleId that made it, or null
 * @param unlisted left out of others' lists
 * @param forkedFromSessionId whose log it began with, up to the event {@code forkedFromSeq}; null
 *     for none, both
 */
public record Requester(
    @Nullable String userId,
    @Nullable String serviceUserId,
    @Nullable String createdBy,
    String origin,
    @Nullable ScheduleId scheduleId,
    @Nullable SessionId parentSessionId,
    boolean unlisted,
    @Nullable SessionId forkedFromSessionId,
    @Nullable Long forkedFromSeq) {
  /** Of no other session's log. */
  public Requester(
      @Nullable String userId,
      @Nullable String serviceUserId,
      @Nullable String createdBy,
      String origin,
      @Nullable ScheduleId scheduleId,
      @Nullable SessionId parentSessionId,
      boolean unlisted) {
    this(
        userId,
        serviceUserId,
        createdBy,
        origin,
        scheduleId,
        parentSessionId,
        unlisted,
        null,
        null);
  }

  /** Whoever calls, for himself. */
  public static Requester by(String origin) {
    return new Requester(null, null, null, origin, null, null, false);
  }

  /** A schedule, for the given human or (null) for its owner. */
  public static Requester of(ScheduleId schedule, @Nullable String userId) {
    return new Requester(userId, null, null, "automation", schedule, null, false);
  }

  /** The same, in whose name it is called. */
  public Requester as(Principal caller) {
    return new Requester(
        userId == null ? caller.userId() : userId,
        caller.serviceUserId(),
        caller.author(),
        origin,
        scheduleId,
        parentSessionId,
        unlisted,
        forkedFromSessionId,
        forkedFromSeq);
  }

  /** The same, of the log of that session up to an event. */
  public Requester forked(SessionId session, long seq) {
    return new Requester(
        userId,
        serviceUserId,
        createdBy,
        origin,
        scheduleId,
        parentSessionId,
        unlisted,
        session,
        seq);
  }

  /** The same, in the lists of others or not. */
  public Requester unlisted(boolean isUnlisted) {
    return new Requester(
        userId,
        serviceUserId,
        createdBy,
        origin,
        scheduleId,
        parentSessionId,
        isUnlisted,
        forkedFromSessionId,
        forkedFromSeq);
  }

  /** Whose it is: user or service user, or the key of a nameless one; null as its maker. */
  public @Nullable String owner() {
    return userId != null ? userId : serviceUserId != null ? serviceUserId : createdBy;
  }
}
