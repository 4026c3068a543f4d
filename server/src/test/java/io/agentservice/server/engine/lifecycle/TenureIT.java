package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Turns.StaleException;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.testing.OnOutpost;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may work on a session, and for how long. */
class TenureIT extends OnOutpost {
  @ParameterizedTest
  @CsvSource({"2, 4", "1, 3", "1, 5"})
  void anAgentWhoseClaimOrConnectionIsOverWritesAndTakesNothing(long epoch, long connection) {
    String id = session();
    server
        .given()
        .update(
            "UPDATE session SET status = 'RUNNING', epoch = 1, connection = 4 WHERE session_id = ?",
            id);
    var session = new SessionId(id);
    try (var database = server.openDatabase()) {
      var signals = new EventSignals();
      var log = new EventLog(database, signals);
      var queue = new Queue(database, new FeedSignal(), 300, 60);
      var transitions = new Transitions(queue, new Placement(_ -> null, "{}"), log, 0);
      var limits = new CycleLimits(() -> CycleLimits.Rules.NONE);
      var turns = new Turns(database, transitions, log, limits);
      int before = log.after(session, 0, 100).events().size();

      assertThatThrownBy(() ->
              OnLifecycle.change(
                  turns,
                  session,
                  new Tenure(epoch, connection),
                  turn -> {
                    assertThat(turn.deliver()).hasSize(1);
                    turn.event("nudge", "{}");
                  }))
          .isInstanceOf(StaleException.class);
      assertThatThrownBy(() ->
              OnLifecycle.change(
                  turns, session, new Tenure(epoch, connection), Turns.Turn::waiting))
          .isInstanceOf(StaleException.class);
      assertThat(log.after(session, 0, 100).events()).hasSize(before);
      assertThat(new Messages(database).queued(session)).isTrue();

      OnLifecycle.change(
          turns,
          session,
          new Tenure(1, 4),
          turn -> {
            assertThat(turn.deliver()).hasSize(1);
            turn.event("nudge", "{}");
          });
      assertThat(log.after(session, 0, 100).events()).hasSize(before + 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"300, 200, false", "3, 1.1, true", "1, 0.3, true"})
  void aClaimIsExtendedWhenHalfOfItsTimeIsOver(int claimSeconds, double left, boolean extended) {
    String id = session();
    claim(id, "w").ok();
    try (var database = server.openDatabase()) {
      boolean halfOver =
          database.inTransaction(tx -> {
            tx.on(Clock.class).leave(id, left);
            return tx.on(TransitionSql.class).isHalfOver(new SessionId(id), claimSeconds);
          });
      assertThat(halfOver).isEqualTo(extended);
    }
  }

  interface Clock {
    @SqlUpdate(
        "UPDATE queue_entry SET claim_deadline = clock_timestamp() + make_interval(secs => :seconds) WHERE session_id = :id")
    void leave(String id, double seconds);
  }
}
