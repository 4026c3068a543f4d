package io.agentservice.server.agent.driver.stalls;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Outage;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.engine.lifecycle.OnLifecycle;
import io.agentservice.server.engine.stalls.Stalls;
import io.agentservice.server.testing.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Silences of agents that a node drives; time passes by changes of rows and a clock of ours. */
class AgentStallsIT extends OnLifecycle {
  private static final Reasons REASONS =
      new Reasons(
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30));

  private final Set<SessionId> driven = new HashSet<>();
  private String jdbcUrl;
  private Instant now;
  private Doings doings;
  private AgentStalls node;
  private String id;

  /** The server itself tells nothing: the looks are ours. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_STALL_SECONDS", "0");
  }

  @Override
  protected String databaseAddress(String url) {
    jdbcUrl = url;
    return url;
  }

  @BeforeEach
  void runningAgent() {
    now = Instant.parse("2026-11-27T10:20:00Z");
    doings = new Doings(LiveOutput.NONE, () -> now);
    node = node(database, 120);
    id = running();
    driven.clear();
    driven.add(new SessionId(id));
    doings.begin(new SessionId(id), List.of());
  }

  private AgentStalls node(Database of, int seconds) {
    var stalls = new Stalls(of, transitions, () -> seconds, new Metrics());
    return new AgentStalls(stalls, () -> driven, doings, () -> REASONS, () -> now);
  }

  private void pass(int seconds) {
    now = now.plusSeconds(seconds);
    server
        .given()
        .update(
            "UPDATE event SET created_at = created_at - make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
  }

  private void runs(String tool, String input) {
    doings.saw(
        new SessionId(id),
        new LoopEvent.ToolIntent(
            "c1", "event-1", tool, JsonMapper.shared().readTree(input), null, null));
  }

  private List<JsonNode> stalls() {
    return admin
        .get(one(id) + "/events")
        .ok()
        .json()
        .path("items")
        .valueStream()
        .filter(event -> event.path("type").asString().equals("stall"))
        .map(event -> event.path("data"))
        .toList();
  }

  private String cause() {
    assertThat(stalls()).hasSize(1);
    return stalls().getFirst().path("cause").asString();
  }

  @Test
  void aCommandWithoutOutputIsToldOnce() {
    runs("bash", json("command", "mvn verify", "timeout_seconds", 720));
    pass(119);
    node.look();
    assertThat(stalls()).isEmpty();

    pass(121);
    node.look();
    pass(1_000);
    node.look();

    assertThat(cause()).isEqualTo("machine");
    var stall = stalls().getFirst();
    assertThat(stall.path("text").asString())
        .isEqualTo("`mvn verify` has run for 4 min 0 s without output.");
    assertThat(stall.path("next").asString()).isEqualTo("It is ended at 2026-11-27 10:32:00 UTC.");
    assertThat(stall.path("next_at").asString()).isEqualTo("2026-11-27T10:32:00Z");
  }

  @Test
  void aModelThatSaysNothingIsToldAndAgainAfterItsNextAnswer() {
    doings.modelAsked(new SessionId(id), "openai:m");
    pass(150);
    node.look();
    assertThat(cause()).isEqualTo("model");

    turn(id, turn -> turn.event("nudge", "{\"text\":\"go on\"}"));
    pass(130);
    node.look();

    assertThat(stalls()).hasSize(2);
  }

  @Test
  void aCommandThatPutsSomethingOutIsNotToldOf() {
    runs("bash", json("command", "mvn verify", "timeout_seconds", 3600));
    pass(600);
    doings.toolOutput(new SessionId(id), "c1", "[INFO] Tests run");
    node.look();

    assertThat(stalls()).isEmpty();
  }

  @Test
  void theWaitOfAnAgentIsNotToldOf() {
    runs("wait", json("seconds", 3600));
    pass(600);
    node.look();

    assertThat(stalls()).isEmpty();
  }

  @Test
  void aSessionThatAnotherNodeDrivesIsLeftToIt() {
    driven.clear();
    pass(600);
    node.look();

    assertThat(stalls()).isEmpty();
  }

  @Test
  void zeroTellsNothing() {
    pass(100_000);
    node(database, 0).look();

    assertThat(stalls()).isEmpty();
  }

  /** Its remotes may have gone elsewhere by then, and not have come back yet. */
  @Test
  void aDatabaseThatWasAwayIsToldOfWhenItIsBack() {
    try (var proxy = TcpProxy.before(jdbcUrl);
        var far = Database.open(proxy.through(jdbcUrl))) {
      var cutOff = node(far, 120);
      cutOff.look();
      proxy.refuse();
      assertThatThrownBy(cutOff::look).matches(Outage::is);
      pass(200);
      assertThatThrownBy(cutOff::look).matches(Outage::is);
      driven.clear();
      proxy.admit();
      await(() -> looks(cutOff));

      assertThat(cause()).isEqualTo("database");
      assertThat(stalls().getFirst().path("text").asString())
          .isEqualTo("Nothing could be written for 3 min 20 s: the database was away.");
    }
  }

  private static boolean looks(AgentStalls node) {
    try {
      node.look();
      return true;
    } catch (RuntimeException e) {
      if (Outage.is(e)) {
        return false;
      }
      throw e;
    }
  }
}
