package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.TraceParent;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a session's spans go out, each with what all of them say. For one thread. */
final class Outlet {
  private final Session session;
  private final Choice choice;
  private final Consumer<FinishedSpan> out;
  private TraceIds ids;
  private boolean closed;

  /**
   * What is traced.
   *
   * @param share of the sessions without a caller's trace
   * @param texts whether what was said goes along
   */
  record Choice(double share, boolean texts) {}

  /** Which span it is; {@code outward}: another program did the work. */
  record Named(String id, @Nullable String parentId, String name, boolean outward) {}

  /** Why a span failed: a word, and a sentence. */
  record Failed(String error, @Nullable String reason) {}

  Outlet(Session session, Choice choice, Consumer<FinishedSpan> out) {
    this.session = session;
    this.choice = choice;
    this.out = out;
    this.ids = TraceIds.of(session.sessionId(), null, choice.share());
  }

  /** The session is a part of what its caller does; null: of nothing. */
  void join(@Nullable TraceParent caller) {
    ids = TraceIds.of(session.sessionId(), caller, choice.share());
  }

  /** Closed while what others have sent is read again. */
  void close(boolean isClosed) {
    closed = isClosed;
  }

  boolean isOpen() {
    return !closed && ids.sampled();
  }

  TraceIds ids() {
    return ids;
  }

  boolean texts() {
    return choice.texts();
  }

  void send(Named named, Instant start, Instant end, Fields fields) {
    send(named, start, end, fields, null);
  }

  void send(Named named, Instant start, Instant end, Fields fields, @Nullable Failed failed) {
    if (!isOpen()) {
      return;
    }
    var host = session.host().outpostId();
    var error = failed == null ? null : failed.error();
    fields
        .with("gen_ai.conversation.id", session.sessionId().value())
        .with("agent.org_id", session.orgId().value())
        .with("agent.outpost_id", host == null ? null : host.value())
        .with("error.type", error);
    out.accept(
        new FinishedSpan(
            ids.traceId(),
            named.id(),
            named.parentId(),
            named.name(),
            named.outward(),
            start,
            end.isBefore(start) ? start : end, // the log has the database's clock
            fields.all(),
            error,
            failed == null ? null : told(failed.reason())));
  }

  private @Nullable String told(@Nullable String reason) {
    return reason == null || !choice.texts() ? null : Texts.cut(reason);
  }
}
