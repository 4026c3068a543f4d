package io.agentservice.cli.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import org.junit.jupiter.api.Test;

/** Blocks of a prompt as one text. */
class PromptTextTest {
  private static String of(String blocks) {
    return PromptText.of(new Fields(JsonObject.parse("{\"prompt\": [%s]}".formatted(blocks))));
  }

  @Test
  void textAndLinksStandWhereTheyWereWritten() {
    assertThat(
            of(
                """
                {"type": "text", "text": "Look at "},
                {"type": "resource_link", "uri": "file:///shop/a%20b.c", "name": "a b.c"},
                {"type": "text", "text": " and mend it."}\
                """))
        .isEqualTo("Look at /shop/a b.c and mend it.");
  }

  @Test
  void filesThatCameAlongStandBelowInAFenceThatTheyDoNotBreak() {
    assertThat(
            of(
                """
                {"type": "text", "text": "Why "},
                {"type": "resource", "resource": {"uri": "file:///a.md#L2:3", "text": "```\\nx\\n```"}},
                {"type": "text", "text": "?"}\
                """))
        .isEqualTo("Why /a.md#L2:3?\n\n/a.md#L2:3:\n````\n```\nx\n```\n````");
  }

  @Test
  void otherAddressesStandAsTheyAre() {
    assertThat(of("{\"type\": \"resource_link\", \"uri\": \"https://example.com/x\"}"))
        .isEqualTo("https://example.com/x");
    assertThat(of("{\"type\": \"resource_link\", \"uri\": \"file:%\"}")).isEqualTo("file:%");
  }

  @Test
  void whatIsNoTextIsRefusedByItsName() {
    assertThatThrownBy(
            () -> of("{\"type\": \"image\", \"data\": \"\", \"mimeType\": \"image/png\"}"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("'image'");
    assertThatThrownBy(() ->
            of(
                "{\"type\": \"resource\", \"resource\": {\"uri\": \"file:///p.png\", \"blob\": \"\"}}"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("/p.png is no text");
  }

  @Test
  void anEmptyPromptAndBlocksOfOtherKindsAreRefused() {
    assertThatThrownBy(() -> of("")).isInstanceOf(Refusal.class).hasMessageContaining("empty");
    assertThatThrownBy(() -> of("{\"type\": \"text\", \"text\": \" \"}"))
        .isInstanceOf(Refusal.class);
    for (var block : new String[] {"7", "null", "\"x\"", "[]", "{}", "{\"type\": 7}"}) {
      assertThatThrownBy(() -> of(block)).as(block).isInstanceOf(JsonException.class);
    }
    assertThatThrownBy(() -> of("{\"type\": \"text\", \"text\": 7}"))
        .isInstanceOf(JsonException.class);
  }
}
