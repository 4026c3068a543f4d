package io.agentservice.cli.session.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.llm.Stop;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is recorded of a session is what {@code replay:} models read. */
class TranscriptTest {
  private final StringWriter out = new StringWriter();
  private final Transcript transcript = new Transcript(out, "agent-1");

  private void event(String type, Object... data) {
    transcript.take(
        SessionEvent.of(JsonObject.of("seq", 1L, "type", type, "data", JsonObject.of(data))));
  }

  private static Map<String, Object> call(String id, String name, Map<String, Object> input) {
    return Map.of("type", "tool_use", "id", id, "name", name, "input", input);
  }

  private static Map<String, Object> text(String text) {
    return Map.of("type", "text", "text", text);
  }

  private io.agentservice.llm.replay.Transcript read() throws IOException {
    transcript.end();
    return io.agentservice.llm.replay.Transcript.parse(out.toString(), "test");
  }

  @Test
  void turnsCallsCostsAndExpectationsAreRecorded() throws Exception {
    event("user_message", "text", "Mend it");
    event(
        "model_turn",
        "parts",
        List.of(
            Map.of("type", "thinking", "text", "hm", "signature", "s"),
            text("I look."),
            call("a", "bash", Map.of("command", "make")),
            call("b", "view", Map.of("path", "x"))),
        "stop",
        "tool_use",
        "usage",
        JsonObject.of("input_tokens", 12L, "output_tokens", 3L, "cache_read_tokens", 4L),
        "model",
        "claude-sonnet-4-5");
    event(
        "tool_result",
        "call_id",
        "a",
        "content",
        List.of(text("FAIL\n[exit code 2]")),
        "error",
        false,
        "exit_code",
        2L);
    event("tool_result", "call_id", "b", "content", List.of(text("none")), "error", true);
    event("user_message", "text", "And the other one");
    event("model_turn", "parts", List.of(text("Cut")), "stop", "max_tokens", "model", "m");

    var read = read();

    assertThat(read.name()).isEqualTo("agent-1");
    assertThat(read.model()).isEqualTo("claude-sonnet-4-5");
    assertThat(read.prompt()).isEqualTo("Mend it");
    assertThat(read.turns()).hasSize(2);
    var first = read.turns().getFirst();
    assertThat(first.text()).isEqualTo("I look.");
    assertThat(first.toolCalls()).extracting(call -> call.name()).containsExactly("bash", "view");
    assertThat(first.usage()).isNotNull();
    assertThat(first.usage().cacheReadTokens()).isEqualTo(4);
    var second = read.turns().getLast();
    assertThat(second.stop()).isEqualTo(Stop.MAX_TOKENS);
    assertThat(second.expect()).hasSize(2);
    assertThat(second.expect().getFirst().exitCode()).isEqualTo(2);
    assertThat(second.expect().getLast().exitCode()).isNull();
    assertThat(second.expect().getLast().error()).isTrue();
  }

  @Test
  void expectationsEndWithTheFirstCallWithoutAResult() throws Exception {
    var calls =
        List.of(call("a", "bash", Map.of("command", "x")), call("b", "plan", Map.of("n", 1L)));
    event("model_turn", "parts", calls, "model", "m");
    event("tool_result", "call_id", "b", "content", List.of(text("ok")), "error", false);
    event("model_turn", "parts", List.of(text("Done")), "model", "m");

    assertThat(read().turns().getLast().expect()).isEmpty();
  }

  @Test
  void sessionsThatItStartsAreCountedForTheirTranscriptsAreOthers() {
    event(
        "model_turn",
        "parts",
        List.of(call("a", "start_session", Map.of("name", "one", "prompt", "p"))),
        "model",
        "m");

    assertThat(transcript.others()).isOne();
  }

  @Test
  void withoutATurnNothingIsWritten() {
    event("user_message", "text", "Mend it");

    assertThat(transcript.turns()).isZero();
    assertThat(out.toString()).isEmpty();
  }
}
