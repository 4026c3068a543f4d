package io.agentservice.server.agent.loop;

import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.llm.prices.Price;
import io.agentservice.llm.replay.ReplayLlm;
import io.agentservice.llm.replay.Transcript;
import io.agentservice.server.agent.loop.mcp.McpLimits;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.agent.loop.session.LoopSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a recorded model says, turn by turn. */
public final class Script {
  static final Price PRICE =
      new Price(new BigDecimal("3"), new BigDecimal("15"), BigDecimal.ZERO, BigDecimal.ZERO, null);

  /** Small waits, wide bounds. */
  static final LoopSettings SETTINGS =
      new LoopSettings(
          1000,
          Duration.ofSeconds(20),
          Duration.ofMillis(10),
          Duration.ofMillis(50),
          Duration.ofSeconds(20),
          new McpLimits(Duration.ofSeconds(30), Duration.ofSeconds(15)),
          new LoopSettings.Bounds(50, 1_000_000, Duration.ofHours(1)),
          InstantSource.system());

  private final List<Transcript.Turn> turns = new ArrayList<>();

  /** A turn of calls: tool, input, tool, input … */
  Script call(String... toolsAndInputs) {
    var calls = new ArrayList<Transcript.Call>();
    for (int i = 0; i < toolsAndInputs.length; i += 2) {
      calls.add(new Transcript.Call(toolsAndInputs[i], json(toolsAndInputs[i + 1])));
    }
    return turn(null, calls, null, 0);
  }

  Script bash(String command) {
    return call("bash", JsonMapper.shared().createObjectNode().put("command", command).toString());
  }

  Script say(String text) {
    return turn(text, List.of(), null, 0);
  }

  Script sayFor(Duration time, String text) {
    return turn(text, List.of(), null, (int) time.toMillis());
  }

  Script stopped(String text, Stop stop) {
    return turn(text, List.of(), stop, 0);
  }

  private Script turn(
      @Nullable String text, List<Transcript.Call> calls, @Nullable Stop stop, int delay) {
    turns.add(new Transcript.Turn(List.of(), text, calls, stop, new Usage(1000, 100, 0, 0), delay));
    return this;
  }

  Models model() {
    var llm = new ReplayLlm(new Transcript("test", "test-model", null, turns, Map.of()));
    return () -> new Model(llm, PRICE, ModelLimits.NONE);
  }

  public static ObjectNode json(String text) {
    return JsonMapper.shared().readValue(text, ObjectNode.class);
  }
}
