package io.agentservice.server.agent.driver.stalls;

import static io.agentservice.server.testing.JsonText.json;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.stalls.Silence;
import io.agentservice.server.engine.stalls.Stall;
import io.agentservice.server.engine.stalls.Stall.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What is said of a silent agent, by what its loop has told. */
class ReasonsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-27T10:20:00Z");
  private static final Reasons REASONS =
      new Reasons(
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30));

  private final SessionId session = Id.create(SessionId.class);
  private Instant now = BEGIN;
  private Instant written = BEGIN;
  private final Doings doings = new Doings(LiveOutput.NONE, () -> now);

  @BeforeEach
  void begin() {
    doings.begin(session, List.of());
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  /** The loop writes, which ends a silence. */
  private void write(LoopEvent event) {
    doings.saw(session, event);
    written = now;
  }

  private @Nullable Stall stall() {
    var silence = new Silence(session, 1, 7, written, now);
    return REASONS.of(requireNonNull(doings.of(session)).now(), silence, now);
  }

  private Stall told() {
    return requireNonNull(stall());
  }

  private static LoopEvent.ToolIntent call(String id, String tool, String input) {
    return new LoopEvent.ToolIntent(
        id, "event-" + id, tool, JsonMapper.shared().readTree(input), null, null);
  }

  private static LoopEvent.ToolResult result(String id) {
    return new LoopEvent.ToolResult(id, List.of(new Part.Text("ok")), false, 0, 1, 0, null);
  }

  private static LoopEvent.RepositoryCheckout checkout() {
    return new LoopEvent.RepositoryCheckout(
        "acme/shop", "event-1", "https://git.example/acme/shop", "shop", "agent/shop");
  }

  @Test
  void aCommandWithoutOutputIsNamedWithTheTimeAtWhichItIsEnded() {
    write(call("c1", "bash", json("command", "mvn verify", "timeout_seconds", 720)));
    pass(Duration.ofMinutes(4));

    assertThat(told())
        .isEqualTo(
            new Stall(
                Cause.MACHINE,
                BEGIN,
                "`mvn verify` has run for 4 min 0 s without output.",
                "It is ended at 2026-11-27 10:32:00 UTC.",
                BEGIN.plusSeconds(720)));
  }

  @Test
  void aCommandThatIsLeftToTheBackgroundThenIsNotEnded() {
    write(
        call(
            "c1",
            "bash",
            json("command", "make", "timeout_seconds", 300, "on_timeout", "background")));
    pass(Duration.ofMinutes(3));

    assertThat(told().next())
        .isEqualTo("It goes on in the background from 2026-11-27 10:25:00 UTC on.");
  }

  @Test
  void ofALongScriptTheBeginningIsShown() {
    write(call("c1", "bash", json("command", "set -e\nmake all", "timeout_seconds", 3600)));
    pass(Duration.ofMinutes(3));
    assertThat(told().text()).startsWith("`set -e \u2026` has run");

    write(call("c1", "bash", json("command", "x".repeat(5_000), "timeout_seconds", 3600)));
    pass(Duration.ofMinutes(3));
    assertThat(told().text()).startsWith("`" + "x".repeat(80) + " \u2026` has run");
  }

  @Test
  void aCommandThatPutsSomethingOutIsNotSilent() {
    write(call("c1", "bash", json("command", "mvn verify", "timeout_seconds", 3600)));
    pass(Duration.ofMinutes(10));
    doings.toolOutput(session, "c1", "[INFO] Tests run");
    pass(Duration.ofSeconds(119));
    assertThat(stall()).isNull();

    pass(Duration.ofSeconds(2));

    assertThat(told().text()).isEqualTo("`mvn verify` has run for 2 min 1 s without output.");
    assertThat(told().since()).isEqualTo(BEGIN.plus(Duration.ofMinutes(10)));
  }

  @Test
  void aModelThatSaysNothingIsNamedWithTheEndOfItsCall() {
    doings.modelAsked(session, "openai:m");
    pass(Duration.ofSeconds(150));

    var stall = told();
    assertThat(stall.cause()).isEqualTo(Cause.MODEL);
    assertThat(stall.text()).isEqualTo("The model openai:m has said nothing for 2 min 30 s.");
    assertThat(stall.nextAt()).isEqualTo(BEGIN.plusSeconds(600));
    assertThat(stall.next())
        .isEqualTo(
            "Its call ends at 2026-11-27 10:30:00 UTC at the latest and is made again, or another model is"
                + " asked where one stands in; after 15 min 0 s without any the session sleeps.");
  }

  @Test
  void aModelThatWritesIsNotSilent() {
    doings.modelAsked(session, "openai:m");
    pass(Duration.ofMinutes(5));
    doings.modelText(session, "I ");
    pass(Duration.ofMinutes(1));

    assertThat(stall()).isNull();
  }

  @Test
  void aModelThatIsAskedAgainAtATimeThatWasSaidIsWaitedForUntilThen() {
    doings.modelAsked(session, "openai:m");
    doings.modelAnswered(session);
    write(new LoopEvent.ModelAway("busy", 2, null, 300_000, 600_000L));
    pass(Duration.ofSeconds(299));
    assertThat(stall()).isNull();

    doings.modelAsked(session, "openai:m");
    pass(Duration.ofMinutes(2));
    assertThat(stall()).isNull();

    pass(Duration.ofSeconds(1));
    assertThat(told().cause()).isEqualTo(Cause.MODEL);
  }

  @Test
  void theWaitOfAnAgentHasANameAndIsNoStall() {
    write(call("c1", "wait", json("seconds", 3600)));
    pass(Duration.ofMinutes(50));

    assertThat(stall()).isNull();
  }

  @Test
  void theCallOfAnotherToolIsNamed() {
    write(call("c1", "fetch", json("url", "https://example.org")));
    pass(Duration.ofMinutes(2));

    assertThat(told().cause()).isEqualTo(Cause.TOOL);
    assertThat(told().text()).isEqualTo("The call of fetch has brought nothing for 2 min 0 s.");
    assertThat(told().nextAt()).isNull();
  }

  @Test
  void ofSeveralCallsTheFirstThatHasNotEndedIsWaitedFor() {
    write(call("c1", "view", json("path", "a")));
    write(call("c2", "search", json("pattern", "b")));
    write(result("c1"));
    pass(Duration.ofMinutes(3));

    assertThat(told().text()).startsWith("The call of search has");
  }

  @Test
  void aCheckoutIsNamedUntilItIsThere() {
    write(checkout());
    pass(Duration.ofMinutes(3));
    assertThat(told())
        .isEqualTo(
            new Stall(
                Cause.MACHINE,
                BEGIN,
                "The checkout of acme/shop has run for 3 min 0 s without output.",
                "It is ended at 2026-11-27 10:50:00 UTC, and you are asked.",
                BEGIN.plus(Duration.ofMinutes(30))));

    write(new LoopEvent.RepositorySkipped("acme/shop", "it is gone"));
    pass(Duration.ofMinutes(3));
    assertThat(told().cause()).isEqualTo(Cause.SERVICE);
  }

  @Test
  void whenNeitherModelNorCallIsWaitedForItIsTheService() {
    doings.modelAsked(session, "openai:m");
    doings.modelAnswered(session);
    write(call("c1", "bash", json("command", "ls")));
    write(result("c1"));
    pass(Duration.ofMinutes(3));

    assertThat(told().cause()).isEqualTo(Cause.SERVICE);
    assertThat(told().text()).startsWith("Nothing has happened for 3 min 0 s: ");
  }

  @Test
  void aTurnThatHasEndedLeavesNoCallOpen() {
    write(call("c1", "bash", json("command", "sleep 100")));
    write(new LoopEvent.Interrupted());
    pass(Duration.ofMinutes(3));

    assertThat(told().cause()).isEqualTo(Cause.SERVICE);
  }

  @Test
  void theNextLoopKnowsFromTheLogWhatRuns() {
    var log = new ArrayList<Event>();
    var intent = call("c2", "bash", json("command", "mvn verify", "timeout_seconds", 600));
    for (var event :
        List.of(
            call("c0", "bash", json("command", "ls")),
            new LoopEvent.Nudge("go on"),
            new LoopEvent.Waiting("What now?", null),
            call("c1", "view", json("path", "a")),
            result("c1"),
            intent)) {
      Doings.collect(
          log,
          new Event(
              session, log.size() + 1L, 1, LoopEvents.type(event), LoopEvents.data(event), BEGIN));
    }
    doings.begin(session, log);
    pass(Duration.ofMinutes(5));

    assertThat(told().text()).isEqualTo("`mvn verify` has run for 5 min 0 s without output.");
    assertThat(told().nextAt()).isEqualTo(BEGIN.plusSeconds(600));
  }

  @Test
  void sessionsThatHaveGoneAreForgottenAndOthersAreNot() {
    var other = Id.create(SessionId.class);
    doings.begin(other, List.of());
    doings.keepOnly(() -> {
      doings.begin(session, List.of()); // a loop begins while the node is asked
      return Set.of();
    });

    assertThat(doings.of(other)).isNull();
    assertThat(doings.of(session)).isNotNull();
  }
}
