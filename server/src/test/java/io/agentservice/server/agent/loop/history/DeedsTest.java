package io.agentservice.server.agent.loop.history;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.Script;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.Messages;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeedsTest {
  private final Deeds deeds = new Deeds();
  private int calls;

  private LoopEvent.ModelTurn turn(String tool, String input) {
    calls++;
    return HistoryTest.turn(new Part.ToolUse("c" + calls, tool, Script.json(input)));
  }

  private LoopEvent.ToolResult result(boolean error, @Nullable Integer exitCode) {
    return new LoopEvent.ToolResult("c" + calls, List.of(), error, exitCode, 1, 0, null);
  }

  private void did(String tool, String input, boolean error, @Nullable Integer exitCode) {
    deeds.add(turn(tool, input));
    deeds.add(result(error, exitCode));
  }

  @Test
  void thereIsNothingToTellAtFirst() {
    did("view", json("path", "a.c"), false, null);

    assertThat(deeds.words()).isEmpty();
  }

  @Test
  void filesCommandsAndTheNewestPlanAreTold() {
    did("plan", json("items", List.of(fields("text", "Look", "status", "doing"))), false, null);
    did("edit", json("path", "a.c", "patch", "..."), false, null);
    did("edit", json("path", "b.c", "patch", "..."), true, null);
    did("edit", json("path", "c.c", "old_text", "", "new_text", "x"), false, null);
    did("edit", json("path", "a.c", "patch", "..."), false, null);
    did("bash", json("command", "make test"), false, 2);
    did("bash", json("command", "cat > x <<E\n1\nE"), false, null);
    var items = List.of(fields("text", "Look", "status", "done"), fields("text", "Mend"));
    did("plan", json("items", items), false, null);
    did("plan", json("items", "none"), true, null);

    assertThat(deeds.words())
        .isEqualTo(
            """


            Your plan, as you last showed it:
            - [done] Look
            - [open] Mend

            Files that you have changed by edit:
            - c.c
            - a.c

            Your last commands:
            - make test (exit code 2)
            - cat > x <<E… (no exit code)\
            """);
  }

  @Test
  void aCommandThatWasForbiddenOrRefusedIsNoDeed() {
    deeds.add(turn("bash", json("command", "git push --force")));
    var why = new Part.Text("[not run] The user has refused this call.");
    deeds.add(new LoopEvent.ToolResult("c1", List.of(why), true, null, 1, 0, null));

    assertThat(deeds.words()).isEmpty();
  }

  @Test
  void ofALongPlanWhatIsLeftIsTold() {
    var items = new ArrayList<Object>();
    for (int i = 1; i <= 60; i++) {
      items.add(fields("text", "step " + i, "status", i <= 15 ? "done" : "open"));
    }
    did("plan", json("items", items), false, null);

    assertThat(deeds.words())
        .contains("[open] step 16\n", "[open] step 55\n", "- and 20 more")
        .doesNotContain("step 15", "step 56");
  }

  @Test
  void aFileThatIsEditedAgainIsCountedOnce() {
    for (int i = 0; i < 82; i++) {
      did("edit", json("path", "f%02d".formatted(i % 41), "patch", "..."), false, null);
    }

    assertThat(deeds.words()).contains("the newest; 1 more before them");
  }

  @Test
  void manyAreCutToTheNewest() {
    for (int i = 1; i <= 50; i++) {
      did("edit", json("path", "f%02d".formatted(i), "patch", "..."), false, null);
      did("bash", json("command", "cc f%02d".formatted(i) + " -o x".repeat(100)), false, 0);
    }

    var words = deeds.words();

    assertThat(words)
        .contains("changed by edit, the newest; 10 more before them:\n- f11\n")
        .contains("Your last commands:\n- cc f41 -o x")
        .doesNotContain("f10", "cc f40");
    assertThat(words.lines()).allMatch(line -> line.length() < 150);
  }

  @Test
  void aCallWithoutAResultIsNoDeed() {
    deeds.add(turn("bash", json("command", "make")));
    deeds.add(turn("bash", json("command", "make test")));
    deeds.add(result(false, 0));

    assertThat(deeds.words()).contains("make test").doesNotContain("- make (");
  }

  @Test
  void everySummaryHasThemAgain() {
    var history = new History();
    history.add(Messages.plain("event-u", "Mend it", null), 1);
    for (int i = 0; i < 8; i++) {
      var turn = i == 0 ? turn("edit", json("path", "a.c")) : turn("bash", json("command", "ls"));
      history.add(turn, 1);
      history.add(result(false, 0), 1);
    }
    for (String text : List.of("First notes.", "Second notes.")) {
      history.add(
          new LoopEvent.Summarized(2, text, new Usage(1, 1, 0, 0), "m", BigDecimal.ZERO), 1);
      for (int i = 0; i < 3; i++) {
        history.add(turn("bash", json("command", "ls")), 1);
        history.add(result(false, 0), 1);
      }
    }

    var first = history.messages().getFirst();
    assertThat(first)
        .extracting(ChatMessage::parts)
        .asString()
        .contains("Mend it", "Second notes.\n\nFiles that you have changed by edit:\n- a.c\n")
        .doesNotContain("First notes.");
  }
}
