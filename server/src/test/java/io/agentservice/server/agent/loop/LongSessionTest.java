package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.llm.Part;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.llm.WireServer;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.mcp.McpLimits;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.session.LoopSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that grow far beyond their model's window, against a model on the network. */
@Timeout(300)
class LongSessionTest extends LoopScene {
  private static final LoopSettings SETTINGS =
      new LoopSettings(
          16_000,
          Duration.ofSeconds(20),
          Duration.ofMillis(10),
          Duration.ofMillis(50),
          Duration.ofSeconds(20),
          new McpLimits(Duration.ofSeconds(30), Duration.ofSeconds(15)),
          new LoopSettings.Bounds(10_000, Long.MAX_VALUE, Duration.ofHours(1)),
          InstantSource.system());

  private final OpenAiWireServer provider = new OpenAiWireServer();
  private final AtomicInteger steps = new AtomicInteger();
  private final AtomicInteger summaries = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);

  LongSessionTest() {
    super(SETTINGS);
  }

  @AfterEach
  @Override
  void close() {
    super.close();
    provider.close();
  }

  /** A model that runs so many commands, and summarizes when it has no tools. */
  private Reply next(WireServer.Request request, int most) {
    var usage = new Usage(request.body().toString().length() / 4, 50, 0, 0);
    if (!request.body().has("tools")) {
      var notes = new Part.Text("Summary number " + summaries.incrementAndGet() + ".");
      return new Reply(List.of(notes), Stop.END_TURN, usage, "local", List.of());
    }
    int step = steps.incrementAndGet();
    if (step > most) {
      return new Reply(List.of(new Part.Text("Done.")), Stop.END_TURN, usage, "local", List.of());
    }
    var command = "printf '%0600d\\n' " + step + " # " + "why ".repeat(50);
    var call = new Part.ToolUse("call_" + step, "bash", Script.json(json("command", command)));
    return new Reply(
        List.of(new Part.Text("Step " + step + " because " + "so ".repeat(60)), call),
        Stop.TOOL_USE,
        usage,
        "local",
        List.of());
  }

  private void run(String task, int most, String... settings) throws Exception {
    var all = new HashMap<>(provider.settings("local"));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    provider.otherwise(request -> next(request, most));
    session.send(task);
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.TurnEnd) {
            ended.countDown();
          }
        };
    try (var llms = new Llms(LlmSettings.from(all))) {
      var llm = llms.defaultLlm();
      start(() -> new Model(llm, Script.PRICE, llms.limits(llm)));
      assertThat(ended.await(280, TimeUnit.SECONDS)).isTrue();
      loops.stop(session.id());
    }
  }

  @Test
  void sixHundredStepsFinishInAWindowThatOnlyTheServerKnows() throws Exception {
    provider.window(32_768);

    run("Count to 600.", 600);

    assertThat(session.events(LoopEvent.Finished.class).getLast().summary()).isEqualTo("Done.");
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(600).noneMatch(r -> r.error());
    assertThat(session.events(LoopEvent.Summarized.class)).hasSizeGreaterThan(2);
    var last = provider.lastRequest().body().path("messages");
    assertThat(last.path(1).path("content").asString())
        .startsWith("Count to 600.")
        .contains("Summary number " + summaries.get() + ".\n\nYour last commands:\n- printf '%06");
    assertThat(ReplayedPrompts.check(session.log()))
        .isEqualTo(session.events(LoopEvent.ModelTurn.class).size());
    assertThat(refusals()).isLessThan(4);
    assertThat(cachedShare()).isGreaterThan(0.9);
  }

  @Test
  void aWindowThatIsKnownIsNeverPassed() throws Exception {
    provider.window(32_768);

    run("Count to 100.", 100, "AGENT_MODEL_CONTEXT_TOKENS", "32768");

    assertThat(session.events(LoopEvent.Finished.class).getLast().summary()).isEqualTo("Done.");
    assertThat(refusals()).isZero();
    assertThat(session.events(LoopEvent.Shortened.class)).isNotEmpty();
  }

  @Test
  void aModelOfFourThousandTokensDoesASmallTask() throws Exception {
    provider.window(4_096);
    session.named = List.of(); // the tools for repositories would take another 800 tokens

    run("Count to 6.", 6);

    assertThat(session.events(LoopEvent.Finished.class).getLast().summary()).isEqualTo("Done.");
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(6).noneMatch(r -> r.error());
    assertThat(refusals()).isLessThan(4);
  }

  @Test
  void aWindowThatIsTooSmallForAnythingSaysWhatToSet() throws Exception {
    provider.window(500);

    run("Count to 3.", 3);

    assertThat(session.events(LoopEvent.Suspended.class).getLast())
        .returns("model_refused", LoopEvent.Suspended::code)
        .extracting(LoopEvent.Suspended::reason)
        .asString()
        .contains("context window of openai:local (500 tokens)", "AGENT_MODEL");
  }

  /** Requests that were made but neither a step nor a summary. */
  private int refusals() {
    return provider.requests().size() - steps.get() - summaries.get();
  }

  /**
   * How much of all prompts one of the two before began with, as caches of providers have it:
   * tools, then messages.
   */
  private double cachedShare() {
    long all = 0;
    long cached = 0;
    String before = "";
    String earlier = "";
    for (var request : provider.requests()) {
      var body = request.body();
      String prompt = body.path("tools").toString() + body.path("messages");
      all += prompt.length();
      cached += Math.max(common(before, prompt), common(earlier, prompt));
      earlier = before;
      before = prompt;
    }
    return (double) cached / all;
  }

  private static int common(String one, String other) {
    int length = Math.min(one.length(), other.length());
    int same = 0;
    while (same < length && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return same;
  }
}
