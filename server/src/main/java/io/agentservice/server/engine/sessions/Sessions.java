package io.agentservice.server.engine.sessions;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.messages.Queued;
import io.agentservice.server.engine.sessions.attachments.SessionAttachments;
import io.agentservice.server.engine.sessions.parts.Manner;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.NewSession.Created;
import io.agentservice.server.engine.sessions.parts.NewSession.Prepared;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.engine.sessions.parts.TagChange;
import io.agentservice.server.engine.sessions.secrets.SessionSecrets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What people and programs do with sessions (api-org.md 1). */
public final class Sessions {
  private final Database database;
  private final SessionSecrets secrets;
  private final Transitions transitions;
  private final Messages messages;
  private final SessionLimits limits;
  private final SessionAttachments attachments;
  private final SessionCreation creation;

  Sessions(
      Database database,
      SessionSecrets secrets,
      Transitions transitions,
      SessionAttachments attachments,
      SessionLimits limits,
      SessionCreation creation) {
    this.database = database;
    this.secrets = secrets;
    this.transitions = transitions;
    this.messages = new Messages(database);
    this.limits = limits;
    this.attachments = attachments;
    this.creation = creation;
  }

  /** Masks the future session's secrets in its texts; slow, so outside of the transaction. */
  public Prepared prepare(OrgId org, NewSession wanted) {
    return creation.prepare(org, wanted);
  }

  /** As below, of what was not prepared before. */
  public Session create(OrgId org, NewSession wanted, Caller caller) {
    return create(org, prepare(org, wanted), caller);
  }

  /** Rows 1, 2: creates a session and, when a fit outpost exists, queues it. */
  public Session create(OrgId org, Prepared prepared, Caller caller) {
    return create(Id.create(SessionId.class), org, prepared, caller);
  }

  /** The same under an id of the caller's. */
  public Session create(SessionId id, OrgId org, Prepared prepared, Caller caller) {
    return creation.create(id, org, prepared, caller);
  }

  /** Unless the caller has a living one of the same prompt, less than a day old. */
  public Created createOnce(OrgId org, Prepared prepared, Caller caller) {
    return creation.createOnce(org, prepared, caller);
  }

  /** 403 without the permission; 422 on {@code field} for no member who may use sessions. */
  public void checkImpersonation(OrgId org, String userId, String field, Caller caller) {
    database.with(
        SessionSql.class,
        sql -> {
          Impersonation.check(sql, org, userId, field, caller);
          return true;
        });
  }

  /** Whether the caller may act for humans there at all; 403 when he may not. */
  public void checkMayImpersonate(OrgId org, Caller caller) {
    Impersonation.checkPermission(org, caller);
  }

  /** The secrets of a session in clear, for its remote's memory only. */
  public List<NewSession.Secret> secrets(SessionId id) {
    var own = secrets.of(database, id);
    return database
        .with(SessionSql.class, sql -> sql.chosenSecrets(id))
        .map(chosen -> secrets.with(own, chosen.orgId(), chosen.secretIds()))
        .orElse(own);
  }

  /** Those that only the session has. */
  public List<NewSession.Secret> ownSecrets(SessionId id) {
    return secrets.of(database, id);
  }

  /** How the agent of a session is to go about its task. */
  public Manner manner(SessionId id) {
    return database.with(SessionSql.class, sql -> sql.manner(id)).orElse(Manner.PLAIN);
  }

  public Map<String, Supplier<String>> oneTimeCodes(SessionId id) {
    return database
        .with(SessionSql.class, sql -> sql.chosenSecrets(id))
        .map(chosen -> secrets.oneTimeCodes(chosen.orgId(), chosen.secretIds()))
        .orElse(Map.of());
  }

  /** Knows the sensitive secrets of a session and the installation's. */
  public Redactor redactor(SessionId id) {
    var own = secrets.of(database, id);
    return database
        .with(SessionSql.class, sql -> sql.chosenSecrets(id))
        .map(chosen -> secrets.redactor(own, chosen.orgId(), chosen.secretIds()))
        .orElseGet(() -> secrets.redactor(own));
  }

  /** What its use counts by, for all its life. */
  public AcuRates rates(SessionId id) {
    return database.with(SessionSql.class, sql -> sql.rates(id));
  }

  public SessionAttachments attachments() {
    return attachments;
  }

  /** Sessions of an organization by their ids, for the service itself. */
  public List<Session> among(OrgId org, Set<SessionId> ids) {
    return database.with(SessionSql.class, sql -> sql.among(org, ids));
  }

  /** Those of the ids that are sessions of the organization. */
  public Set<SessionId> known(OrgId org, Set<SessionId> ids) {
    return ids.isEmpty() ? Set.of() : database.with(SessionSql.class, sql -> sql.known(org, ids));
  }

  /** The session, for the service itself: whoever asks for a caller uses {@link #get}. */
  public Optional<Session> find(SessionId id) {
    return database.with(SessionSql.class, sql -> sql.findAnywhere(id));
  }

  public Session get(AccountId account, SessionId id) {
    return database
        .with(SessionSql.class, sql -> sql.findShown(account, id))
        .orElseThrow(() -> Problem.notFound("session").exception());
  }

  /** The session; 404 when it is not of the organization. */
  public Session get(AccountId account, OrgId org, SessionId id) {
    var session = get(account, id);
    if (!session.orgId().equals(org)) {
      throw Problem.notFound("session").exception();
    }
    return session;
  }

  /** Matching sessions of the scope, newest first. */
  public Listing<Session> list(Scope scope, SessionFilter filter) {
    return new Listing<>(
        window ->
            database.with(
                SessionSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizes(scope, filter, window), window.size());
                  return Rows.of(sql.list(scope, filter, window.ofSize(size)), size);
                }),
        most -> database.with(SessionSql.class, sql -> sql.count(scope, filter, most)),
        session -> new Place(session.createdAt(), session.sessionId().value()));
  }

  /** Matching sessions, oldest first. */
  public Listing<Session> oldestFirst(Scope scope, SessionFilter filter) {
    return new Listing<>(
        window ->
            database.with(
                SessionSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizesOfOldest(scope, filter, window), window.size());
                  return Rows.of(sql.oldest(scope, filter, window.ofSize(size)), size);
                }),
        list(scope, filter).count(),
        session -> new Place(session.createdAt(), session.sessionId().value()));
  }

  /** Messages after a position, oldest first; at most {@code limit}. */
  public Listing.Keyed<Message> messages(SessionId id) {
    return messages.list(id);
  }

  /** A message of a session; empty when it has none of that id. */
  public Optional<Message> message(SessionId id, EventId message) {
    return messages.find(id, message);
  }

  /** The messages that wait for the agent, oldest first. */
  public List<Message> messagesThatWait(SessionId id) {
    return messages.waiting(id);
  }

  /** The beginnings of those that wait for the agent, oldest first. */
  public List<Queued> queue(SessionId id, int limit) {
    return messages.queue(id, limit);
  }

  /** Whether messages wait for the agent. */
  public boolean messagesWait(SessionId id) {
    return messages.queued(id);
  }

  /** As below, of a message that brings nothing along but what its lines name. */
  public Session send(
      OrgId org,
      SessionId sessionId,
      String text,
      @Nullable String asUserId,
      String origin,
      Caller caller) {
    return send(org, sessionId, said(sessionId, text), Attached.NONE, asUserId, origin, caller);
  }

  /** A message to a session as it was sent, and without the session's secrets. */
  public record Said(EventId id, String text, String masked) {}

  /** To be called outside of the transaction in which it is sent, as {@link #prepare}. */
  public Said said(SessionId id, String text) {
    return new Said(Id.create(EventId.class), text, redactor(id).mask(text));
  }

  /** Rows 12 to 16: queues a message; a sleeping session wakes. */
  public Session send(
      OrgId org,
      SessionId sessionId,
      Said said,
      Attached brought,
      @Nullable String asUserId,
      String origin,
      Caller caller) {
    return change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          Impersonation.check(tx.on(SessionSql.class), org, asUserId, "message_as_user_id", caller);
          limits.checkOpen(tx, session);
          queue(tx, session, said, brought, asUserId, origin, caller);
        });
  }

  /** As {@link #send}, of a session that takes messages. */
  void queue(
      Tx tx,
      LockedSession session,
      Said said,
      Attached brought,
      @Nullable String asUserId,
      String origin,
      Caller caller) {
    var sql = tx.on(SessionSql.class);
    var id = session.id();
    var author = Impersonation.author(sql, session.org(), origin, caller, asUserId);
    var scope = new Scope(session.account(), session.org());
    var attached = attachments.give(tx, scope, id, said.text(), brought);
    Messages.queue(tx, id, said.id(), said.masked(), attached, author);
    Approvals.withdraw(tx, id).ifPresent(told -> session.log(Approvals.ANSWERED, told));
    noteWaking(tx, session, origin.equals("webapp"));
    session.message(transitions.placeToWake(tx, session));
    session.audit(
        caller,
        "send_message",
        Map.of(
            "session_id",
            id.value(),
            "event_id",
            said.id().value(),
            "attachment_count",
            attached.ids().size() + attached.links().size()));
  }

  /** Row 11, of one that sleeps row 14: its agent has an answer. 409 as for a message. */
  public void answered(Tx tx, LockedSession session, Caller caller) {
    limits.checkOpen(tx, session);
    noteWaking(tx, session, caller.principal().kind() == Principal.Kind.USER);
    session.answer(transitions.placeToWake(tx, session));
  }

  private static void noteWaking(Tx tx, LockedSession session, boolean byPage) {
    if (session.status() == Status.SUSPENDED) {
      tx.on(SessionSql.class).asked(session.org(), session.id(), byPage);
    }
  }

  /** Rows 22, 23: ends the session; repeatable. */
  public Session terminate(OrgId org, SessionId sessionId, boolean archive, Caller caller) {
    return change(
        org,
        sessionId,
        caller,
        (_, session) -> {
          session.terminate(Trigger.TERMINATE, caller, archive);
          if (archive) {
            session.archive(true);
          }
        });
  }

  /** Rows 19, 20: puts it to sleep and out of sight; repeatable. */
  public Session archive(OrgId org, SessionId sessionId, Caller caller) {
    return change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          if (!session.status().atRest()) {
            boolean byPage = caller.principal().kind() == Principal.Kind.USER;
            tx.on(SessionSql.class).asked(org, sessionId, byPage);
            session.sleep(Trigger.ARCHIVE, Detail.USER_REQUEST, caller);
          } else if (!session.archived()) {
            session.audit(caller, "archive_session", Map.of("session_id", sessionId.value()));
          }
          session.archive(true);
        });
  }

  /** Row 21: back into sight; it does not wake. */
  public Session unarchive(OrgId org, SessionId sessionId, Caller caller) {
    return change(
        org,
        sessionId,
        caller,
        (_, session) -> {
          if (session.archived()) {
            session.audit(caller, "unarchive_session", Map.of("session_id", sessionId.value()));
          }
          session.archive(false);
        });
  }

  /** Changes its tags; 404; 422 for more than 50 in sum. */
  public Session tag(OrgId org, SessionId id, TagChange tags, Caller caller) {
    return change(
        org,
        id,
        caller,
        (tx, session) -> {
          var sql = tx.on(SessionSql.class);
          var before = sql.find(caller.principal().accountId(), id).orElseThrow().task().tags();
          var after = tags.on(before);
          sql.tag(org, id, after);
          var changes = Map.of("tags", Map.of("old", before, "new", after));
          session.audit(
              caller, "update_session_tags", Map.of("session_id", id.value(), "changes", changes));
        });
  }

  /** Changes one of the organization under its lock; 404. */
  public Session change(
      OrgId org, SessionId sessionId, Caller caller, BiConsumer<Tx, LockedSession> change) {
    var account = caller.principal().accountId();
    return database.inTransaction(tx -> {
      var session =
          transitions
              .lock(tx, sessionId)
              .filter(found -> found.org().equals(org) && found.account().equals(account))
              .orElseThrow(() -> Problem.notFound("session").exception());
      change.accept(tx, session);
      transitions.write(tx, session);
      return tx.on(SessionSql.class).find(account, sessionId).orElseThrow();
    });
  }
}
