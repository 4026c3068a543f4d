package io.agentservice.cli.acp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an editor shows of a session's events. */
class UpdatesTest {
  private final ToolCalls tools = new ToolCalls(Path.of("/shop"));
  private final Updates updates = new Updates(tools);

  private List<JsonObject> of(String type, String data) {
    var json = "{\"seq\": 1, \"type\": \"%s\", \"data\": %s}".formatted(type, data);
    return updates.of(SessionEvent.of(JsonObject.parse(json)));
  }

  private JsonObject only(String type, String data) {
    var found = of(type, data);
    assertThat(found).hasSize(1);
    return JsonObject.parse(found.getFirst().toJson());
  }

  private static String text(JsonObject chunk) {
    return chunk.object("content").required("text");
  }

  private JsonObject call(String tool, String input) {
    return only(
        "model_turn",
        """
        {"parts": [{"type": "tool_use", "id": "c1", "name": "%s", "input": %s}]}\
        """
            .formatted(tool, input));
  }

  @Test
  void whatTheAgentSaysAndThinksAreChunksOfTheirKinds() {
    var found =
        of(
            "model_turn",
            """
            {"parts": [{"type": "thinking", "text": "Hm."}, {"type": "text", "text": "Hello."}]}\
            """);

    assertThat(found)
        .extracting(update -> update.text("sessionUpdate"))
        .containsExactly("agent_thought_chunk", "agent_message_chunk");
    assertThat(text(found.getLast())).isEqualTo("Hello.");
  }

  @Test
  void textsThatFollowEachOtherDoNotRunTogether() {
    assertThat(text(only("agent_message", "{\"text\": \"One.\"}"))).isEqualTo("One.");
    assertThat(text(only("agent_message", "{\"text\": \"Two.\"}"))).isEqualTo("\n\nTwo.");
  }

  @Test
  void whatTheModelHasSaidIsNotRepeatedWhenItFinishes() {
    of("model_turn", "{\"parts\": [{\"type\": \"text\", \"text\": \"Done. \"}]}");
    assertThat(of("finished", "{\"summary\": \"Done.\"}")).isEmpty();
    assertThat(text(only("waiting", "{\"message\": \"Which colour?\"}"))).contains("Which colour?");
  }

  @Test
  void ownMessagesAreNotEchoedAndThoseOfOthersAreShown() {
    updates.sent("mend\u001b it");
    assertThat(of("user_message", "{\"text\": \"mend\\u001b it\"}")).isEmpty();
    var other = only("user_message", "{\"text\": \"mend it\"}");
    assertThat(other.text("sessionUpdate")).isEqualTo("user_message_chunk");
  }

  @Test
  void aCommandIsPendingThenInProgressThenCompletedWithItsOutput() {
    var pending = call("bash", "{\"command\": \"make\\ntest\"}");
    assertThat(pending.text("sessionUpdate")).isEqualTo("tool_call");
    assertThat(pending.text("title")).isEqualTo("make test");
    assertThat(pending.text("kind")).isEqualTo("execute");
    assertThat(pending.text("status")).isEqualTo("pending");
    assertThat(pending.object("rawInput").text("command")).isEqualTo("make\ntest");

    var begun = only("tool_intent", "{\"call_id\": \"c1\", \"tool\": \"bash\", \"input\": {}}");
    assertThat(begun.text("sessionUpdate")).isEqualTo("tool_call_update");
    assertThat(begun.text("status")).isEqualTo("in_progress");

    var ended = result("0", "false", "all `` good");
    assertThat(ended.text("status")).isEqualTo("completed");
    assertThat(output(ended)).isEqualTo("```\nall `` good\n```");
  }

  private JsonObject result(String exitCode, String error, String text) {
    return only(
        "tool_result",
        """
        {"call_id": "c1", "exit_code": %s, "error": %s, "content": [{"type": "text", "text": "%s"}]}\
        """
            .formatted(exitCode, error, text));
  }

  private static String output(JsonObject update) {
    return update.objects("content").getFirst().object("content").required("text");
  }

  @Test
  void whyNothingHappensIsToldByTheService() {
    var stall =
        only(
            "stall",
            "{\"cause\": \"model\", \"text\": \"The model is silent.\", \"next\": \"It is asked again.\"}");
    assertThat(text(stall)).contains("[service: The model is silent. It is asked again.]");
  }

  @Test
  void aCommandOrToolThatFailsIsShownSo() {
    call("bash", "{\"command\": \"false\"}");
    assertThat(result("1", "false", "x").text("status")).isEqualTo("failed");
    call("view", "{\"path\": \"a\"}");
    assertThat(result("null", "true", "no such file").text("status")).isEqualTo("failed");
  }

  @Test
  void longOutputIsCut() {
    call("bash", "{\"command\": \"yes\"}");
    var shown = output(result("0", "false", "y".repeat(30_000)));
    assertThat(shown).hasSizeLessThan(20_100).contains("... 10000 characters");
  }

  @Test
  void anEditShowsWhatItReplacesAndKeepsThatWhenItIsDone() {
    var edit = call("edit", "{\"path\": \"src/a\", \"old_text\": \"\", \"new_text\": \"x\"}");
    var diff = edit.objects("content").getFirst();
    assertThat(diff.text("type")).isEqualTo("diff");
    assertThat(diff.text("path")).isEqualTo("/shop/src/a");
    assertThat(diff.fields()).doesNotContainKey("oldText");
    assertThat(diff.text("newText")).isEqualTo("x");
    assertThat(edit.objects("locations").getFirst().text("path")).isEqualTo("/shop/src/a");

    assertThat(result("null", "false", "changed").fields()).doesNotContainKey("content");
  }

  @Test
  void severalReplacementsAreSeveralDiffsAndAPatchIsText() {
    var edits =
        call(
            "edit",
            "{\"path\": \"/b\", \"edits\": [{\"new_text\": \"1\"}, {\"new_text\": \"2\"}]}");
    assertThat(edits.objects("content")).hasSize(2);
    var patch = call("edit", "{\"path\": \"b\", \"patch\": \"@@ -1 +1 @@\"}");
    assertThat(output(patch)).contains("@@ -1 +1 @@");
  }

  @Test
  void aPlanIsAPlanAndNoCall() {
    var plan =
        call(
            "plan",
            """
            {"items": [{"text": "Look", "status": "done"}, {"text": "Mend", "status": "doing"},
             {"text": "Test", "status": "open"}, 7]}\
            """);
    assertThat(plan.text("sessionUpdate")).isEqualTo("plan");
    assertThat(plan.objects("entries"))
        .extracting(entry -> entry.text("content") + " " + entry.text("status"))
        .containsExactly("Look completed", "Mend in_progress", "Test pending");
    assertThat(of("tool_intent", "{\"call_id\": \"c1\", \"tool\": \"plan\"}")).isEmpty();
    assertThat(of("tool_result", "{\"call_id\": \"c1\"}")).isEmpty();
  }

  @Test
  void whatReachesTheEditorHasNoControlCharacters() {
    var said = only("agent_message", "{\"text\": \"a\\u001b[31mb\\u202ec\"}");
    assertThat(text(said)).isEqualTo("abc");
  }

  @Test
  void anApprovalShowsAllOfTheCallWithMarksForWhatHides() {
    var json =
        """
        {"type": "approval_requested", "data": {"approval_id": "event-1", "call_id": "c1",
         "tool": "bash", "input": {"command": "git push\\u202e"}, "rules": ["git push"]}}\
        """;
    var request = (EventData.ApprovalRequested) SessionEvent.of(JsonObject.parse(json)).data();

    var asked = JsonObject.parse(tools.asked(request).toJson());

    assertThat(asked.text("toolCallId")).isEqualTo("c1");
    assertThat(output(asked)).contains("git push", "[U+202E]");
    assertThat(asked.fields()).as("shown without marks").doesNotContainKey("rawInput");
  }

  @Test
  void whatTheServiceSaysIsMarkedAsItsOwn() {
    assertThat(text(only("failure", "{\"reason\": \"no model\"}")))
        .isEqualTo("[service: no model]");
  }

  @Test
  void eventsThatAreNoNewsOrOfANewerServiceShowNothing() {
    assertThat(of("status", "{\"status\": \"running\"}")).isEmpty();
    assertThat(of("from_the_future", "{}")).isEmpty();
    assertThat(of("agent_message", "{}")).isEmpty();
  }

  private String piece(String stream, String text) {
    var found = updates.of(JsonObject.of("stream", stream, "text", text));
    return found.isEmpty() ? "" : text(found.getFirst());
  }

  private String answered(String text) {
    var found =
        of("model_turn", "{\"parts\": [{\"type\": \"text\", \"text\": \"%s\"}]}".formatted(text));
    return found.isEmpty() ? "" : text(found.getFirst());
  }

  @Test
  void whatIsBeingWrittenIsShownOnce() {
    assertThat(piece("model", "I lo")).isEqualTo("I lo");
    assertThat(piece("output", "x")).isEmpty();
    assertThat(piece("model", "ok.")).isEqualTo("ok.");
    assertThat(answered("I look. And")).isEqualTo(" And");
    assertThat(of("waiting", "{\"message\": \"I look. And\"}")).isEmpty();
    assertThat(piece("model", "Next")).as("another answer").isEqualTo("\n\nNext");
  }

  @Test
  void piecesThatComeAfterTheirAnswerAreNotRepeated() {
    assertThat(piece("model", "I ")).isEqualTo("I ");
    assertThat(answered("I look.")).isEqualTo("look.");
    assertThat(piece("model", "lo")).isEmpty();
    assertThat(piece("model", "ok.")).isEmpty();
    assertThat(piece("model", "Then")).isEqualTo("\n\nThen");
  }

  @Test
  void piecesThatAreAheadOfSeveralAnswersAreNotRepeatedEither() {
    assertThat(piece("model", "One.")).isEqualTo("One.");
    assertThat(piece("model", "Two.")).isEqualTo("Two.");
    assertThat(answered("One.")).isEmpty();
    assertThat(answered("Two.")).isEmpty();
    assertThat(answered("Three.")).isEqualTo("\n\nThree.");
  }

  @Test
  void anAnswerWhoseWordsBeginAsTheLastOneEndedIsWhole() {
    answered("I look.");
    of("tool_result", "{\"call_id\": \"c1\", \"content\": [], \"error\": false}");
    assertThat(piece("model", "I look")).isEqualTo("\n\nI look");
  }

  @Test
  void anAnswerThatBeginsAnewSaysSo() {
    assertThat(piece("restart", "")).isEmpty();
    piece("model", "I lo");
    assertThat(piece("restart", "")).contains("[service: the model begins its answer anew]");
    assertThat(answered("I see.")).contains("I see.");
  }

  @Test
  void anAnswerOfWhichPiecesWereLostIsShownAsAWhole() {
    piece("model", "I ");
    piece("model", "hard.");
    assertThat(answered("I look hard.")).isEqualTo("\n\nI look hard.");
  }

  @Test
  void wordsOfTheServiceBetweenTwoAnswersEndTheFirst() {
    answered("I look.");
    of("nudge", "{\"text\": \"Call a tool.\"}");
    assertThat(piece("model", "I look")).isEqualTo("\n\nI look");
  }
}
