package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.ApprovalAnswer;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import io.agentservice.server.testing.Await;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that a person is to approve before anything of them is done. */
@Timeout(200)
class ApprovalTest extends LoopScene {
  private static final String RISKY = "echo run >> ran; true; touch";

  @BeforeEach
  void risky() {
    session.approvals = new ApprovalPolicy(ApprovalMode.RISKY, List.of("touch"));
    session.send("go");
  }

  private void awaitRequests(int number) {
    Await.until(() -> session.events(LoopEvent.ApprovalRequested.class).size() == number);
  }

  private int runs() throws Exception {
    var ran = directory.resolve("ran");
    return Files.exists(ran) ? Files.readAllLines(ran).size() : 0;
  }

  private List<String> results() {
    return session.events(LoopEvent.ToolResult.class).stream()
        .map(result -> ((Part.Text) result.content().getFirst()).text())
        .toList();
  }

  @Test
  void aCallRunsWhenItIsApproved() throws Exception {
    start(new Script().bash(RISKY + " a").say("done"));
    awaitRequests(1);
    var asked = session.events(LoopEvent.ApprovalRequested.class).getFirst();
    assertThat(asked.tool()).isEqualTo("bash");
    assertThat(asked.input().path("command").asString()).isEqualTo(RISKY + " a");
    assertThat(asked.rules()).containsExactly("touch");
    assertThat(session.events(LoopEvent.ToolIntent.class)).isEmpty();

    session.answer(ApprovalAnswer.APPROVED, null);

    session.await(LoopEvent.Waiting.class);
    assertThat(directory.resolve("a")).exists();
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void whatIsRefusedIsNotDoneAndTheModelReadsWhy() throws Exception {
    start(new Script().bash(RISKY + " a").say("as you like"));
    awaitRequests(1);

    session.answer(ApprovalAnswer.REFUSED, "not on Fridays");

    session.await(LoopEvent.Waiting.class);
    assertThat(results())
        .containsExactly("[not run] The user has refused this call, and says: not on Fridays");
    assertThat(session.events(LoopEvent.ToolResult.class).getFirst().error()).isTrue();
    assertThat(runs()).isZero();
    assertThat(session.events(LoopEvent.ToolIntent.class)).isEmpty();
  }

  @Test
  void approvedForTheSessionItsRuleAsksNoMoreAndOthersDo() throws Exception {
    session.approvals = new ApprovalPolicy(ApprovalMode.RISKY, List.of("touch", "mkdir"));
    start(new Script().bash("touch a").bash("touch b").bash("touch c; mkdir d").say("done"));
    awaitRequests(1);
    session.answer(ApprovalAnswer.APPROVED_FOR_SESSION, null);

    awaitRequests(2);

    assertThat(directory.resolve("b")).exists();
    assertThat(directory.resolve("c")).doesNotExist();
    session.answer(ApprovalAnswer.APPROVED, null);
    session.await(LoopEvent.Waiting.class);
    assertThat(directory.resolve("d")).exists();
  }

  @Test
  void approvedOnceItAsksAgain() throws Exception {
    start(new Script().bash("touch a").bash("touch a").say("done"));
    awaitRequests(1);
    session.answer(ApprovalAnswer.APPROVED, null);
    awaitRequests(2);
    session.answer(ApprovalAnswer.REFUSED, null);
    session.await(LoopEvent.Waiting.class);
    assertThat(results().getLast()).startsWith("[not run] The user has refused this call.");
  }

  @Test
  void callsOfOneTurnAreAskedAboutOneAfterTheOtherAndEachHasOneResult() throws Exception {
    start(
        new Script()
            .call(
                "bash", json("command", "touch a"),
                "bash", json("command", "echo free"),
                "bash", json("command", "touch b"))
            .say("done"));
    awaitRequests(1);
    session.answer(ApprovalAnswer.REFUSED, null);
    awaitRequests(2);
    session.answer(ApprovalAnswer.APPROVED, null);
    session.await(LoopEvent.Waiting.class);

    var ids = session.events(LoopEvent.ModelTurn.class).getFirst().parts();
    assertThat(
            session.events(LoopEvent.ToolResult.class).stream().map(LoopEvent.ToolResult::callId))
        .containsExactlyElementsOf(
            ids.stream()
                .filter(Part.ToolUse.class::isInstance)
                .map(part -> ((Part.ToolUse) part).id())
                .toList());
    assertThat(directory.resolve("a")).doesNotExist();
    assertThat(directory.resolve("b")).exists();
  }

  @Test
  void aMessageInsteadOfAnAnswerStopsTheCallAndThoseAfterIt() throws Exception {
    start(
        new Script()
            .call("bash", json("command", "touch a"), "bash", json("command", "echo late > late"))
            .say("I see"));
    awaitRequests(1);

    session.send("rather not");
    session.answer(ApprovalAnswer.WITHDRAWN, null);

    session.await(LoopEvent.Waiting.class);
    assertThat(results())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).startsWith("[not run]").contains("written"));
    assertThat(directory.resolve("a")).doesNotExist();
    assertThat(directory.resolve("late")).doesNotExist();
    assertThat(session.events(LoopEvent.UserMessage.class)).hasSize(2);
  }

  @Test
  void theNextLoopGoesOnWaitingAndAsksNobodyTwice() throws Exception {
    var script = new Script().bash(RISKY + " a").say("done");
    var connection = start(script);
    awaitRequests(1);
    connection.cut();

    loops.start(session.claim(), machine.connect(), script.model());
    session.answer(ApprovalAnswer.APPROVED, null);

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.ApprovalRequested.class)).hasSize(1);
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void anAnswerThatCameWhileNoLoopWasThereCounts() throws Exception {
    var script = new Script().bash(RISKY + " a").say("done");
    start(script);
    awaitRequests(1);
    loops.stop(session.id());
    session.answer(ApprovalAnswer.REFUSED, null);

    loops.start(session.claim(), machine.connect(), script.model());

    session.await(LoopEvent.Waiting.class);
    assertThat(runs()).isZero();
    assertThat(results()).hasSize(1);
  }

  @Test
  void anInterruptEndsTheWaitAndNothingIsDone() throws Exception {
    start(new Script().bash(RISKY + " a").say("ok"));
    awaitRequests(1);

    session.interrupt();
    loops.interrupt(session.id());

    session.await(LoopEvent.Interrupted.class);
    assertThat(runs()).isZero();
  }

  @Test
  void aSettingThatWasChangedCountsFromTheNextCall() throws Exception {
    start(new Script().bash("touch a").bash("touch b").say("done"));
    awaitRequests(1);
    session.approvals = ApprovalPolicy.NEVER;
    session.answer(ApprovalAnswer.APPROVED, null);

    session.await(LoopEvent.Waiting.class);
    assertThat(directory.resolve("b")).exists();
    assertThat(session.events(LoopEvent.ApprovalRequested.class)).hasSize(1);
  }
}
