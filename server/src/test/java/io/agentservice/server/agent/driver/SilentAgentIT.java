package io.agentservice.server.agent.driver;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.driver.stalls.AgentStalls;
import io.agentservice.server.agent.driver.stalls.Doings;
import io.agentservice.server.agent.driver.stalls.Reasons;
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
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.stalls.Stalls;
import io.agentservice.server.testing.OnOutpost;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A node knows what an agent is at by what its loop writes, and from the log after a restart. */
class SilentAgentIT extends OnOutpost {
  private static final Duration PASSED = Duration.ofMinutes(5);

  @TempDir private Path home;
  private Database database;
  private SessionsFeature feature;
  private Instant now;
  private String id;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_STALL_SECONDS", "0");
  }

  @BeforeEach
  void runningSession() {
    database = server.openDatabase();
    feature = DrivenParts.feature(database, home);
    now = Instant.parse("2026-11-27T10:20:00Z");
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

  private Doings doings() {
    return new Doings(LiveOutput.NONE, () -> now);
  }

  /** As a loop that has read the log sees it. */
  private LoopSession driven(Doings doings) {
    var signals = new EventSignals();
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
            doings,
            Traces.NONE);
    session.history(_ -> {});
    return session;
  }

  private void passes() {
    now = now.plus(PASSED);
    server
        .given()
        .update(
            "UPDATE event SET created_at = now() - interval '5 minutes' WHERE session_id = ?", id);
  }

  private List<String> told(Doings doings) {
    var stalls = new Stalls(database, feature.transitions(), () -> 120, new Metrics());
    var reasons = new Reasons(stalls.after(), PASSED, PASSED, PASSED);
    var chore =
        new AgentStalls(stalls, () -> List.of(new SessionId(id)), doings, () -> reasons, () -> now)
            .chores()
            .getFirst();
    chore.work().run(() -> true);
    return admin
        .get(path("sessions/" + id + "/events"))
        .ok()
        .json()
        .path("items")
        .valueStream()
        .filter(event -> event.path("type").asString().equals("stall"))
        .map(event -> event.path("data").path("text").asString())
        .toList();
  }

  private static LoopEvent.ToolIntent command() {
    return new LoopEvent.ToolIntent(
        "c1",
        "event-1",
        "bash",
        JsonMapper.shared().readTree(json("command", "mvn verify", "timeout_seconds", 600)),
        null,
        null);
  }

  @Test
  void whatTheLoopWritesIsKnown() {
    var doings = doings();
    driven(doings).append(List.of(command()));
    passes();

    assertThat(told(doings)).containsExactly("`mvn verify` has run for 5 min 0 s without output.");
  }

  @Test
  void whatRanBeforeTheServerBeganAnewIsKnownFromTheLog() {
    driven(doings()).append(List.of(command()));
    passes();
    now = Instant.now();
    var anew = doings();
    driven(anew);

    assertThat(told(anew)).singleElement().asString().startsWith("`mvn verify` has run for 5 min ");
  }
}
