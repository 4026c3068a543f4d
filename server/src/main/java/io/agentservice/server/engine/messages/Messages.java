package io.agentservice.server.engine.messages;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The messages of sessions. Writers hold the session's lock. */
public final class Messages {
  private final Database database;

  public Messages(Database database) {
    this.database = database;
  }

  /** {@code origin} as of a session (sessions.md 8); null: a service user. */
  public record Author(String origin, @Nullable String userId, @Nullable String username) {}

  /** A message to the agent, of a fresh id, which waits until he takes it. */
  public static void queue(
      Tx tx, SessionId session, EventId id, String text, Attached attached, Author author) {
    tx.on(MessageSql.class)
        .insert(
            new MessageSql.NewMessage(
                id.value(),
                session,
                "user",
                text,
                author.origin(),
                author.userId(),
                author.username(),
                "queued",
                attached.ids(),
                attached.links()));
  }

  /** A message of the agent; U+0000, which the database has no place for, is replaced. */
  public static void say(Tx tx, SessionId session, String text) {
    tx.on(MessageSql.class)
        .insert(
            new MessageSql.NewMessage(
                Id.create(EventId.class).value(),
                session,
                "agent",
                text.replace('\u0000', '\uFFFD'),
                null,
                null,
                null,
                "delivered",
                List.of(),
                List.of()));
  }

  /** Marks the waiting messages delivered and answers them, oldest first. */
  public static List<Message> deliver(Tx tx, SessionId session) {
    return tx.on(MessageSql.class).deliver(session);
  }

  public List<Message> waiting(SessionId session) {
    return database.with(MessageSql.class, sql -> sql.waiting(session));
  }

  /** Drops what nobody will take any more. */
  public static void dropQueued(Tx tx, SessionId session) {
    tx.on(MessageSql.class).dropQueued(session);
  }

  /** Drops a message that waits, and answers it; 404, 409 {@code already_delivered}. */
  public static Message withdraw(Tx tx, SessionId session, EventId id) {
    var sql = tx.on(MessageSql.class);
    return sql.withdraw(session, id).orElseThrow(() -> kept(sql.find(session, id)));
  }

  private static RuntimeException kept(Optional<Message> message) {
    if (message.isEmpty()) {
      return Problem.notFound("message").exception();
    }
    return message.get().delivery().equals("queued")
        ? Problem.conflict(
                "is_prompt", "The session began with this message", "Terminate the session instead")
            .exception()
        : Problem.conflict(
                "already_delivered",
                "The agent has read the message",
                "Send another message, or interrupt the agent")
            .exception();
  }

  /** Whether messages wait, as the transaction sees it. */
  public static boolean queued(Tx tx, SessionId session) {
    return tx.on(MessageSql.class).queued(session);
  }

  /** The beginnings of those that wait, oldest first. */
  public List<Queued> queue(SessionId session, int limit) {
    return database.with(MessageSql.class, sql -> sql.queue(session, limit));
  }

  public boolean queued(SessionId session) {
    return database.with(MessageSql.class, sql -> sql.queued(session));
  }

  public Optional<Message> find(SessionId session, EventId id) {
    return database.with(MessageSql.class, sql -> sql.find(session, id));
  }

  /** A session's messages, oldest first. */
  public Listing.Keyed<Message> list(SessionId session) {
    return new Listing.Keyed<>(
        (key, most) -> list(session, key == null ? 0 : Long.parseLong(key), most),
        most -> database.with(MessageSql.class, sql -> sql.count(session, most)),
        message -> Long.toString(message.position()));
  }

  /** Messages after a position, oldest first, at most that many. */
  private Rows<Message> list(SessionId session, long after, int limit) {
    return database.with(
        MessageSql.class,
        sql -> {
          int size = Rows.fitting(sql.sizes(session, after, limit), limit);
          return Rows.of(sql.list(session, after, size + 1), size);
        });
  }

  /** Some of the messages of sessions that are to be erased; says how many. */
  public static int erase(Tx tx, List<SessionId> sessions, int most) {
    return tx.on(MessageSql.class).erase(sessions, most);
  }
}
