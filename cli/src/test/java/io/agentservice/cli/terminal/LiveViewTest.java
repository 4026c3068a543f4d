package io.agentservice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveViewTest {
  private final StringWriter written = new StringWriter();
  private final PrintWriter out = new PrintWriter(written);
  private final LiveView view = LiveView.on(new LiveLines(out, () -> 80));

  @AfterEach
  void close() {
    view.close();
  }

  private static SessionEvent event(String type, Map<String, Object> data) {
    return SessionEvent.of(JsonObject.of("seq", 1, "type", type, "data", data));
  }

  private static JsonObject piece(String stream, String text) {
    return JsonObject.of("stream", stream, "text", text);
  }

  private String after(Runnable change) {
    written.getBuffer().setLength(0);
    change.run();
    return written.toString();
  }

  @Test
  void aTerminalThatCantTakeBackWhatItShowedHasNone() {
    assertThat(LiveView.possible(Map.of("TERM", "xterm-256color"))).isTrue();
    assertThat(LiveView.possible(Map.of("TERM", "dumb"))).isFalse();
    assertThat(LiveView.possible(Map.of("TERM", " "))).isFalse();
    assertThat(LiveView.possible(Map.of())).isFalse();
  }

  @Test
  void anEventIsPrintedAndSaysWhatIsWaitedForNext() {
    var event =
        event("tool_intent", Map.of("tool", "bash", "input", Map.of("command", "make all")));
    assertThat(after(() -> view.event(event, () -> out.print("$ make all\n"))))
        .containsSubsequence("$ make all\n", "runs make all, 0 s");
    assertThat(after(() -> view.event(event("tool_result", Map.of()), () -> {})))
        .contains("waits for the model");
  }

  @Test
  void whatIsBeingWrittenIsShownUntilItsEventComes() {
    view.event(event("tool_result", Map.of()), () -> {});
    view.piece(piece("model", "I look at\nthe \u001b[31mdate"));
    view.piece(piece("output", "of a command that is over"));
    assertThat(after(view::refresh))
        .contains("  I look at\n  the date\n")
        .doesNotContain("31m", "is over");

    view.event(event("model_turn", Map.of()), () -> {});
    assertThat(after(view::refresh)).doesNotContain("I look at");
  }

  @Test
  void aModelThatBeginsAnewIsShownAnew() {
    view.event(event("tool_result", Map.of()), () -> {});
    view.piece(piece("model", "first try"));
    view.piece(piece("restart", ""));
    view.piece(piece("model", "second try"));
    assertThat(after(view::refresh)).contains("second try").doesNotContain("first try");
  }

  @Test
  void whileSomebodyTypesAndInTheEndNothingIsShown() {
    view.waitFor("waits for the worker");
    assertThat(after(() -> view.pause(true))).doesNotContain("waits");
    assertThat(after(view::refresh)).isEmpty();
    view.pause(false);
    assertThat(after(view::close)).doesNotContain("waits");
    assertThat(after(view::refresh)).isEmpty();
  }
}
