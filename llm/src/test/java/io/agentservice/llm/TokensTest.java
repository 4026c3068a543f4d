package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Of two prompts the one with so many more characters counts as so many more. */
class TokensTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String MORE = "x".repeat(100);
  private static final List<ChatMessage> HELLO = List.of(ChatMessage.user("Hello"));

  private static ObjectNode object(String value) {
    var object = JSON.createObjectNode();
    object.putObject("outer").putArray("inner").add(value);
    return object;
  }

  private static long of(String name, String description, String schema, List<ChatMessage> said) {
    var tool = new ToolSpec(name, description, object(schema));
    return Tokens.characters(new Prompt("You are.", said, List.of(tool), 1));
  }

  private static long of(Part part) {
    return Tokens.characters(List.of(part));
  }

  @Test
  void everythingOfAPromptCounts() {
    long plain = of("bash", "Runs.", "s", HELLO);
    assertThat(of("bash" + MORE, "Runs.", "s", HELLO)).isEqualTo(plain + 100);
    assertThat(of("bash", "Runs." + MORE, "s", HELLO)).isEqualTo(plain + 100);
    assertThat(of("bash", "Runs.", "s" + MORE, HELLO)).isEqualTo(plain + 100);
    assertThat(of("bash", "Runs.", "s", List.of(ChatMessage.user("Hello" + MORE))))
        .isEqualTo(plain + 100);
    assertThat(Tokens.characters(new Prompt("", HELLO, List.of(), 1)))
        .isEqualTo(of(new Part.Text("Hello")))
        .isGreaterThan(5);
  }

  @Test
  void everythingOfAPartCounts() {
    long thinking = of(new Part.Thinking("t", "s"));
    assertThat(of(new Part.Thinking("t" + MORE, "s"))).isEqualTo(thinking + 100);
    assertThat(of(new Part.Thinking("t", "s" + MORE))).isEqualTo(thinking + 100);
    long use = of(new Part.ToolUse("id", "bash", object("v")));
    assertThat(of(new Part.ToolUse("id", "bash" + MORE, object("v")))).isEqualTo(use + 100);
    assertThat(of(new Part.ToolUse("id", "bash", object("v" + MORE)))).isEqualTo(use + 100);
    assertThat(of(new Part.ToolUse("id", "bash", JSON.createObjectNode()))).isLessThan(use);
    long more = of(new Part.ToolUse("id", "bash", object("v"), object("x")));
    assertThat(of(new Part.ToolUse("id", "bash", object("v"), object("x" + MORE))))
        .isEqualTo(more + 100);
  }
}
