package io.agentservice.server.agent.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.driver.stalls.Doings;
import io.agentservice.server.agent.driver.traces.Traces;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.testing.OnOutpost;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the loop of a session hears of an interruption by the interface. */
class InterruptedSessionIT extends OnOutpost {
  @TempDir private Path home;
  private Database database;
  private String id;

  @BeforeEach
  void runningSession() {
    database = server.openDatabase();
    id = session();
    claim(id, "w").ok();
    server
        .given()
        .update(
            """
            UPDATE session SET status = 'RUNNING', status_detail = 'WORKING', connection = 4
             WHERE session_id = ?
            """,
            id);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** That of a loop that has read the log. */
  private LoopSession driven() {
    var signals = new EventSignals();
    var feature = DrivenParts.feature(database, home);
    var session =
        new DrivenSession(
            feature.sessions().find(new SessionId(id)).orElseThrow(),
            new Tenure(1, 4),
            feature,
            List.of(),
            null,
            DrivenParts.model(org),
            new EventLog(database, signals),
            signals,
            new StepMeters(new Metrics()),
            new Doings(LiveOutput.NONE, InstantSource.system()),
            Traces.NONE);
    session.history(_ -> {});
    return session;
  }

  private void interrupt() {
    admin.post(path("sessions/" + id + "/interrupt"), "").ok();
  }

  @Test
  void itIsHeardOnce() {
    var session = driven();
    assertThat(session.interrupted()).isFalse();

    interrupt();

    assertThat(session.interrupted()).isTrue();
    assertThat(session.interrupted()).isFalse();
  }

  @Test
  void theNextLoopHearsOfOneThatWasNotAnswered() {
    interrupt();
    var session = driven();
    assertThat(session.interrupted()).isTrue();

    session.append(List.of(new LoopEvent.Interrupted()));

    assertThat(driven().interrupted()).isFalse();
  }
}
