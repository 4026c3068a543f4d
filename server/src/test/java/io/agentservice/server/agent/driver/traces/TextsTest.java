package io.agentservice.server.agent.driver.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TextsTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @Test
  void aTurnIsAMessageOfItsWordsAndCallsWithoutWhatWasThought() {
    var parts =
        List.<Part>of(
            new Part.Thinking("hush", "signature"),
            new Part.Text("Let me look."),
            new Part.ToolUse("c1", "bash", JSON.createObjectNode().put("command", "ls")));

    var message = JSON.readTree(Texts.message("assistant", parts)).path(0);

    assertThat(message.path("role").asString()).isEqualTo("assistant");
    assertThat(message.path("parts"))
        .hasToString(
            "[{\"type\":\"text\",\"content\":\"Let me look.\"},{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"bash\",\"arguments\":\"{\\\"command\\\":\\\"ls\\\"}\"}]");
  }

  @Test
  void longTextsAreCutBetweenCharacters() {
    String text = "x".repeat(Texts.LONGEST - 1) + "\uD83D\uDE00" + "y";

    assertThat(Texts.cut(text)).isEqualTo("x".repeat(Texts.LONGEST - 1) + "[... cut]");
    assertThat(Texts.cut("short")).isEqualTo("short");
    assertThat(Texts.result(List.of(new Part.Text(text), new Part.Text(text))))
        .hasSizeLessThan(Texts.LONGEST + 20);
  }
}
