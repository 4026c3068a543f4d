package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Pieces of a long text, by what a call asks for. */
class TextPieceTest {
  private static final String TEXT = "0123456789\ud83d\ude00end"; // 15 units

  private static Input input(Map<String, Object> values) {
    return new Input(JsonMapper.shared().convertValue(values, ObjectNode.class));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10, 0, 10",
    "0, 11, 0, 10",
    "10, 1, 10, 12",
    "10, 2, 10, 12",
    "11, 4, 10, 15",
    "12, 50000, 12, 15"
  })
  void noCharacterIsSplit(int offset, int most, int begin, int end) {
    var piece = TextPiece.of(TEXT, input(Map.of("offset", offset, "max_characters", most)));
    assertThat(piece.begin()).isEqualTo(begin);
    assertThat(piece.end()).isEqualTo(end);
    assertThat(piece.text()).isEqualTo(TEXT.substring(begin, end));
    assertThat(piece.isLast()).isEqualTo(end == 15);
  }
}
