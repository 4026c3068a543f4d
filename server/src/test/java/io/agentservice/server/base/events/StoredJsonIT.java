package io.agentservice.server.base.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnServer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever is written to a real column of jsonb is read as {@link StoredJson} says. */
class StoredJsonIT extends OnServer {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final List<String> LETTERS =
      List.of("a", "b", "Z", "é", "ß", "\uFFFD", "😀", "\"");

  private final Random random = new Random(7);

  private String text() {
    var text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(LETTERS.get(random.nextInt(LETTERS.size())));
    }
    return text.toString();
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> JSON.valueToTree(text());
      case 1 -> JSON.valueToTree(random.nextLong());
      case 2 ->
          JSON.valueToTree((random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(40) - 20));
      case 3 -> JSON.valueToTree((double) random.nextInt(2_000_000_000));
      case 4 -> JSON.valueToTree(random.nextBoolean());
      case 5 -> JSON.nullNode();
      case 6 -> {
        var array = JSON.createArrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(depth - 1));
        }
        yield array;
      }
      default -> {
        var object = JSON.createObjectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
          object.set(text(), value(depth - 1));
        }
        yield object;
      }
    };
  }

  private String read(String written) {
    return JSON.readTree(server.given().text("SELECT ?::jsonb::text", written)).toString();
  }

  @Test
  void anyJsonIsReadAsItSays() {
    for (int i = 0; i < 500; i++) {
      var json = value(3);
      assertThat(read(json.toString())).isEqualTo(StoredJson.of(json).toString());
    }
  }

  @Test
  void whatWasReadStaysAsItIs() {
    for (int i = 0; i < 100; i++) {
      var stored = StoredJson.of(value(3));
      assertThat(StoredJson.of(stored)).hasToString(stored.toString());
    }
  }

  @Test
  void halfCharactersAndNumbersBeyondAllAreWhatCanBeStored() {
    var json = JSON.createObjectNode().put("a\ud83d", "b\ude00").put("far", 1e300).put("z", -0.0);
    json.put("least", Double.MIN_VALUE).put("none", Double.POSITIVE_INFINITY);

    var stored = StoredJson.of(json).toString();

    assertThat(stored).contains("\"a\uFFFD\":\"b\uFFFD\"", "\"none\":\"Infinity\"");
    assertThat(read(stored)).isEqualTo(stored);
    assertThat(StoredJson.of(JSON.readTree("\"\ud83d\ude00\""))).hasToString("\"\ud83d\ude00\"");
  }

  @Test
  void theCharacterThatTheColumnCanNotHoldIsAnotherOneAlsoInNames() {
    var json = JSON.readTree("{\"a\\u0000\": [\"\\u0000b\"]}");

    var stored = StoredJson.of(json).toString();

    assertThat(stored).isEqualTo("{\"a\uFFFD\":[\"\uFFFDb\"]}");
    assertThat(read(stored)).isEqualTo(stored);
  }
}
