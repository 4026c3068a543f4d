package io.agentservice.server.agent.timeline;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.testing.OnOutpost;
import org.junit.jupiter.api.BeforeEach;

/** Tests with a session that has a log. */
abstract class OnTimeline extends OnOutpost {
  String session;

  /** Its path. */
  String one;

  /** The number of its first event that a test writes. */
  long first;

  @BeforeEach
  void freshSession() {
    session = session();
    one = path("sessions/" + session);
    first = last() + 1;
  }

  long last() {
    return server.given().number("SELECT last_seq FROM session WHERE session_id = ?", session);
  }

  long add(LoopEvent event) {
    return add(LoopEvents.type(event), LoopEvents.data(event));
  }

  long add(String type, String data) {
    server
        .given()
        .update(
            """
            WITH numbered AS (UPDATE session SET last_seq = last_seq + 1 WHERE session_id = ?
                              RETURNING session_id, last_seq, epoch)
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT session_id, last_seq, epoch, ?, ?::jsonb FROM numbered
            """,
            session,
            type,
            data);
    return last();
  }

  /** A command that ran; answers the id of its step. */
  String ran(String command, String output) {
    var use = Logs.bash("call-" + last(), command);
    long seq = add(Logs.answer(new Part.Text("I run it"), use));
    add(new LoopEvent.ToolIntent(use.id(), "cmd", "bash", use.input(), null, null));
    add(Logs.result(use.id(), 0, output));
    return "e%d-1".formatted(seq);
  }

  void state(String status) {
    server.given().update("UPDATE session SET status = ? WHERE session_id = ?", status, session);
  }
}
