package io.agentservice.server.engine.approvals;

import io.agentservice.server.base.ids.EventId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A call that a person is to approve.
 *
 * @param answer null while it is open
 * @param answeredAt null while it is open
 */
public record Approval(
    EventId eventId,
    Asked asked,
    Instant createdAt,
    @Nullable Answer answer,
    @Nullable Instant answeredAt) {

  /**
   * What is asked.
   *
   * @param callId the model's
   * @param input JSON, without secrets
   * @param rules what asks for it; approved for the session, they ask no more
   * @param unclear why it can't be told what a command runs; null when it can
   */
  public record Asked(
      String callId, String tool, String input, List<String> rules, @Nullable String unclear) {
    public Asked {
      rules = List.copyOf(rules);
    }
  }

  /**
   * What came of it.
   *
   * @param reason the person's words, without secrets
   * @param userId null: a service user, or nobody
   * @param username null for a withdrawn one
   */
  public record Answer(
      Kind kind, @Nullable String reason, @Nullable String userId, @Nullable String username) {
    static final Answer WITHDRAWN = new Answer(Kind.WITHDRAWN, null, null, null);
  }

  /** How a request ends. */
  public enum Kind {
    APPROVED,
    /** And whatever else its rules ask about, to the end of the session. */
    APPROVED_FOR_SESSION,
    REFUSED,
    /** Nobody answered it before it was pointless. */
    WITHDRAWN;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }

    public boolean approves() {
      return this == APPROVED || this == APPROVED_FOR_SESSION;
    }
  }
}
