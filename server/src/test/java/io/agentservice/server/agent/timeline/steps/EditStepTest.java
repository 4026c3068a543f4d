package io.agentservice.server.agent.timeline.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What a change of a file shows of itself, in each of its forms. */
class EditStepTest {
  private static Step.Diff diff(String input) {
    var event = new Event(Id.create(SessionId.class), 1, 1, "model_turn", "{}", Instant.EPOCH);
    var use = new Part.ToolUse("c", "edit", JsonMapper.shared().readTree(input), null);
    return CallSteps.asked(event, "id", use).facts().diff();
  }

  @Test
  void oneShowsWhatDiffersWithThreeEqualLinesAround() {
    var diff =
        diff(
            """
            {"path":"a","old_text":"1\\n2\\n3\\n4\\nold\\n5\\n6\\n7\\n8","new_text":"1\\n2\\n3\\n4\\nnew\\n5\\n6\\n7\\n8"}
            """);
    assertThat(diff.path()).isEqualTo("a");
    assertThat(diff.lines()).containsExactly(" 2", " 3", " 4", "-old", "+new", " 5", " 6", " 7");
    assertThat(diff.additions()).isEqualTo(1);
    assertThat(diff.deletions()).isEqualTo(1);
    assertThat(Texts.change("x", "x\nx")).containsExactly(" x", "+x");
    assertThat(Texts.change("x\nx", "x")).containsExactly(" x", "-x");
    assertThat(Texts.change("", "<a>\n")).containsExactly("+<a>");
  }

  @Test
  void severalAreShownOneAfterTheOther() {
    var diff =
        diff(
            """
            {"path":"a","edits":[{"old_text":"a","new_text":"b"},{"old_text":"c","new_text":""}]}
            """);
    assertThat(diff.lines()).containsExactly("-a", "+b", " \u22ee", "-c");
  }

  @Test
  void aPatchIsShownWithoutItsHeads() {
    var diff =
        diff(
            """
            {"path":"a","patch":"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n@@ -9 +9 @@\\n c\\n"}
            """);
    assertThat(diff.lines()).containsExactly("-a", "+b", " \u22ee", " c");
    assertThat(diff.deletions()).isEqualTo(1);
  }
}
