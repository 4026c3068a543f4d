package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.agentservice.llm.AnthropicWireServer;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.GuardrailHit;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.agent.loop.tools.LinkedSession;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.guardrails.Guardrail.Action;
import io.agentservice.server.engine.guardrails.Guardrail.Kind;
import io.agentservice.server.engine.guardrails.Guardrail.Rule;
import io.agentservice.server.engine.guardrails.Guardrail.Where;
import io.agentservice.server.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Guardrails in the loop, with a model provider on the network and a machine that runs commands.
 */
class GuardedLoopTest extends LoopScene {
  private static final String YES =
      "{\"violation\":true,\"confidence\":0.9,\"reasoning\":\"it is rude\"}";

  private final AnthropicWireServer provider = new AnthropicWireServer();
  private final Llms llms = new Llms(LlmSettings.from(provider.settings("claude-sonnet-4-5")));

  GuardedLoopTest() {
    super(LoopSettings.defaults(Duration.ofSeconds(20)));
  }

  @AfterEach
  @Override
  void close() {
    super.close();
    llms.close();
    provider.close();
  }

  private void start() {
    start(llms);
  }

  private static Guardrail rule(Kind type, Where where, Rule rule, Action action) {
    return new Guardrail("rule-1", "Rule one", type, Set.of(where), rule, action, null, Set.of());
  }

  private static Guardrail pattern(Where where, String pattern, Action action) {
    return rule(Kind.COMMAND, where, new Rule.Matches(Pattern.compile(pattern)), action);
  }

  private static Guardrail question(Where where, boolean blockOnFailure) {
    return rule(
        Kind.CONTENT, where, new Rule.Asks("Is it rude?", 0.8, blockOnFailure), Action.BLOCKED);
  }

  private List<GuardrailHit> hits() {
    return session.events(GuardrailHit.class);
  }

  private String asked(int index) {
    return provider.requests().get(index).body().path("messages").toString();
  }

  @Test
  void aBlockedCommandIsNotRunAndTheModelIsToldWhy() throws Exception {
    session.guardrails = List.of(pattern(Where.COMMANDS, "touch +\\w+", Action.BLOCKED));
    session.send("go");
    provider
        .call("toolu_1", "bash", json("command", "touch proof"))
        .call("toolu_2", "bash", json("command", "echo fine"))
        .ask("Done.");
    start();
    session.await(LoopEvent.Waiting.class);

    assertThat(directory.resolve("proof")).doesNotExist();
    assertThat(asked(1))
        .contains(
            "[not run] The guardrail Rule one forbids this call: it matches a forbidden pattern");
    assertThat(asked(2)).contains("fine\\n[exit code 0]");
    var intents = session.events(LoopEvent.ToolIntent.class);
    assertThat(hits())
        .containsExactly(
            new GuardrailHit(
                intents.getFirst().commandId(),
                "rule-1",
                "Rule one",
                "command",
                "blocked",
                "touch proof",
                "it matches a forbidden pattern",
                1));
  }

  @Test
  void aCommandOfAnAdvisoryRuleIsRunAndRecorded() throws Exception {
    session.guardrails = List.of(pattern(Where.COMMANDS, "touch", Action.WARNED));
    session.send("touch is only a word here");
    provider.call("toolu_1", "bash", json("command", "touch proof")).ask("Done.");
    start();
    session.await(LoopEvent.Waiting.class);

    assertThat(directory.resolve("proof")).exists();
    assertThat(hits()).extracting(GuardrailHit::action).containsExactly("warned");
  }

  @Test
  void aCommandCanPutTheSessionToSleepAndWhatFollowsIsNotRun() throws Exception {
    session.guardrails = List.of(pattern(Where.COMMANDS, "touch", Action.SUSPENDED));
    session.send("go");
    provider.call("toolu_1", "bash", json("command", "touch proof")).ask("Again.");
    start();

    var end = session.await(LoopEvent.Suspended.class);
    assertThat(end.code()).isEqualTo("guardrail");
    assertThat(end.reason()).contains("Rule one", "it matches a forbidden pattern");
    assertThat(directory.resolve("proof")).doesNotExist();

    session.send("go on without");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(asked(1)).contains("[not run: the turn ended before it]", "go on without");
  }

  @Test
  void aWithheldMessageNeverReachesTheModelAlsoAfterARestart() throws Exception {
    session.guardrails =
        List.of(
            rule(
                Kind.SECRET,
                Where.USER_MESSAGES,
                new Rule.Matches(Pattern.compile("AKIA[0-9A-Z]{16}")),
                Action.BLOCKED));
    session.send("use AKIA0123456789ABCDEF please");
    start();
    assertThat(session.await(LoopEvent.Waiting.class).message()).contains("Rule one");
    assertThat(provider.requests()).isEmpty();
    assertThat(hits()).extracting(GuardrailHit::evidence).containsExactly("[matched]");

    provider.ask("Hello.");
    start(); // another loop reads the log
    session.send("hello");
    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);

    assertThat(asked(0)).doesNotContain("AKIA").contains("withheld by the guardrail", "hello");
    assertThat(hits()).hasSize(1);
  }

  @Test
  void aWithheldMessageDoesNotReachTheModelAsATitleEither() throws Exception {
    session.guardrails = List.of(pattern(Where.USER_MESSAGES, "forbidden", Action.BLOCKED));
    session.title = "Wreck the lake";
    session.linked =
        List.of(
            new LinkedSession(
                "agent-1",
                "Drain the sea",
                () -> new Course(List.of(new Course.Moment.Message("ann", "[withheld]", true)))));
    session.send("Wreck the lake\nby forbidden means");
    start();
    session.await(LoopEvent.Waiting.class);

    session.send("hello");
    provider.ask("Hello.");
    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);
    assertThat(provider.requests().getFirst().body().toString())
        .contains("hello", "agent-1")
        .doesNotContain("Wreck", "Drain");
  }

  @Test
  void aTitleThatWasGivenIsJudgedAsAMessageIs() throws Exception {
    session.guardrails = List.of(pattern(Where.USER_MESSAGES, "forbidden", Action.BLOCKED));
    session.title = "forbidden means";
    session.send("hello");
    provider.ask("Hello.");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(provider.requests().getFirst().body().toString())
        .contains("hello")
        .doesNotContain("forbidden means");
  }

  @Test
  void theFilesOfAMessageAreJudgedAndWithheldWithIt() throws Exception {
    session.guardrails = List.of(pattern(Where.USER_MESSAGES, "forbidden", Action.BLOCKED));
    session.attached.add(new LoopEvent.AttachedFile("att-1", "attachments/forbidden.txt", 3));
    session.send("look at this");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(hits()).hasSize(1);

    session.attached.clear();
    session.send("hello");
    provider.ask("Hello.");
    Await.until(() -> session.events(LoopEvent.Waiting.class).size() == 2);
    assertThat(asked(0)).contains("hello").doesNotContain("look at this", "forbidden.txt");
    assertThat(directory.resolve("attachments")).doesNotExist();
    assertThat(session.events(LoopEvent.Nudge.class)).isEmpty();
  }

  @Test
  void aCallIsJudgedBeforeTheMachineIsReadForIt() throws Exception {
    session.guardrails = List.of(pattern(Where.COMMANDS, "private", Action.BLOCKED));
    session.send("go");
    String edit = json("path", "private.txt", "old_text", "a", "new_text", "b");
    provider.call("toolu_1", "edit", edit).ask("Done.");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(asked(1)).contains("[not run]").doesNotContain("does not exist");
    assertThat(hits()).hasSize(1);
  }

  @Test
  void evidenceIsCutBetweenCharacters() throws Exception {
    session.guardrails = List.of(pattern(Where.COMMANDS, "touch", Action.BLOCKED));
    session.send("go");
    String command = "echo " + "\uD83D\uDE00".repeat(200) + "atouch";
    provider.call("toolu_1", "bash", json("command", command)).ask("Done.");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(hits().getFirst().evidence()).startsWith("\uD83D\uDE00");
  }

  @Test
  void aProviderThatIsBusyAndAnAnswerInABlockOfCodeDecideNothing() throws Exception {
    session.guardrails = List.of(question(Where.USER_MESSAGES, false));
    session.send("you fool");
    provider.busy(Duration.ZERO).say("```json\n" + YES + "\n```");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(hits()).extracting(GuardrailHit::reasoning).containsExactly("it is rude");
    assertThat(session.events(LoopEvent.GuardrailJudged.class)).hasSize(1);
  }

  @Test
  void ofSeveralMessagesTheOthersReachTheModel() throws Exception {
    session.guardrails = List.of(pattern(Where.USER_MESSAGES, "forbidden", Action.BLOCKED));
    session.send("a forbidden wish");
    session.send("a good wish");
    provider.ask("Done.");
    start();
    session.await(LoopEvent.Waiting.class);
    assertThat(asked(0)).contains("a good wish").doesNotContain("a forbidden wish");
  }

  @Test
  void whatTheAgentMustNotSayItSaysAnew() throws Exception {
    session.guardrails = List.of(pattern(Where.AGENT_MESSAGES, "codename", Action.BLOCKED));
    session.send("go");
    provider
        .call("toolu_1", "message", json("text", "The codename is X"))
        .say("The codename is X")
        .ask("I can't say that.");
    start();
    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("I can't say that.");

    assertThat(session.events(LoopEvent.AgentMessage.class)).isEmpty();
    assertThat(hits()).hasSize(2);
    assertThat(session.events(LoopEvent.ModelTurn.class).get(1).parts().toString())
        .doesNotContain("codename");
    assertThat(asked(2)).contains("kept your message from the user");
    assertThat(written).isNotEmpty().containsOnly("");
  }

  @Test
  void whatIsOnlyWarnedOfIsSeenWhileItIsWritten() throws Exception {
    session.guardrails = List.of(pattern(Where.AGENT_MESSAGES, "codename", Action.WARNED));
    session.send("go");
    provider.say("The codename is X").ask("And now?");
    start();
    session.await(LoopEvent.Waiting.class);

    assertThat(String.join("", written)).startsWith("The codename is X");
  }

  @Test
  void aModelJudgesWithinItsBoundsAndIsPaidFor() throws Exception {
    session.guardrails = List.of(question(Where.USER_MESSAGES, false));
    session.send("you fool");
    provider.say(YES);
    start();
    session.await(LoopEvent.Waiting.class);

    assertThat(hits()).hasSize(1);
    assertThat(hits().getFirst().reasoning()).isEqualTo("it is rude");
    assertThat(hits().getFirst().confidence()).isEqualTo(0.9);
    assertThat(asked(0)).contains("Is it rude?", "you fool");
    assertThat(session.events(LoopEvent.GuardrailJudged.class))
        .singleElement()
        .satisfies(judged -> assertThat(judged.dollars()).isPositive());
    assertThat(session.reserved).hasSize(1);
  }

  @Test
  void anUnsureModelHoldsNothingBack() throws Exception {
    session.guardrails = List.of(question(Where.USER_MESSAGES, true));
    session.send("hello");
    session.title = null; // it would be judged, too
    provider.say(YES.replace("0.9", "0.79")).ask("Hello.");
    start();
    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Hello.");
    assertThat(hits()).isEmpty();
  }

  @Test
  void withoutAClearAnswerTheRuleSaysWhatHappens() throws Exception {
    session.guardrails = List.of(question(Where.USER_MESSAGES, true));
    session.send("hello");
    provider.say("I think so").say(json("violation", "yes"));
    start();
    assertThat(session.await(LoopEvent.Waiting.class).message())
        .contains("it could not be judged: the model's answers were not in order");
    assertThat(hits()).extracting(GuardrailHit::confidence).containsExactly(0.0);
  }

  @Test
  void aRuleThatAllowsOnFailureLetsPass() throws Exception {
    session.guardrails = List.of(question(Where.USER_MESSAGES, false));
    session.send("hello");
    session.title = null; // it would be judged, too
    provider.fail(401, "authentication_error", "invalid x-api-key").ask("Hello.");
    start();
    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Hello.");
    assertThat(hits()).isEmpty();
    assertThat(session.unreserved).hasValue(1);
  }
}
