package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a transaction adds to a session's log and, about it, to the audit log. */
final class SessionNotes {
  private final LockSql.Session session;
  private final List<TransitionSql.Logged> events = new ArrayList<>();
  private final List<Audit.Entry> audits = new ArrayList<>();

  SessionNotes(LockSql.Session session) {
    this.session = session;
  }

  void log(long epoch, String type, Map<String, ? extends @Nullable Object> data) {
    events.add(new TransitionSql.Logged(session.id(), events.size() + 1, epoch, type, data));
  }

  void status(long epoch, Status status, @Nullable Detail detail) {
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put("status", status.word());
    data.put("status_detail", Detail.word(detail));
    log(epoch, "status", data);
  }

  /** {@code caller} null: the service did it by itself. */
  void audit(@Nullable Caller caller, String action, Map<String, ?> data) {
    audits.add(new Audit.Entry(session.account(), session.org(), caller, action, data));
  }

  /** With the session's id and something else. */
  void audit(@Nullable Caller caller, String action, String name, Object value) {
    audit(caller, action, Map.of("session_id", session.id().value(), name, value));
  }

  List<TransitionSql.Logged> events() {
    return events;
  }

  List<Audit.Entry> audits() {
    return audits;
  }
}
