package io.agentservice.wire.frames;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FramesTest {
  @Test
  void commandKeepsItsFieldsOverTheWire() {
    var exec =
        new ToRemote.Exec(
            "cmd-1",
            7,
            List.of("bash", "-c", "true"),
            null,
            Map.of("A", "b"),
            1000,
            0,
            new ToRemote.PtySize(24, 80),
            true);
    assertThat(Frames.readToRemote(Frames.write(exec))).isEqualTo(exec);
  }

  @Test
  void outcomeIsOneLowerCaseWord() {
    var exited = new ToServer.Exited("cmd-1", ToServer.Outcome.TIMED_OUT, null, 12, 3, false);
    assertThat(Frames.write(exited))
        .isEqualTo(
            """
            {"type":"exited","id":"cmd-1","outcome":"timed_out","duration_millis":12,\
            "output_bytes":3,"truncated":false}\
            """);
    assertThat(Frames.readToServer(Frames.write(exited))).isEqualTo(exited);
  }

  @Test
  void leftOutMembersOfACommandHaveTheirDefaults() {
    assertThat(Frames.readToRemote("{\"type\":\"exec\",\"id\":\"a\",\"argv\":[\"x\"],\"new\":1}"))
        .isEqualTo(new ToRemote.Exec("a", 0, List.of("x"), null, Map.of(), 0, 0, null));
  }

  @Test
  void unknownTypeIsToldFromAMalformedFrame() {
    var unknown = bad("{\"type\":\"teleport\",\"id\":\"t-1\"}");
    assertThat(unknown.unknownType()).isTrue();
    assertThat(unknown.id()).isEqualTo("t-1");

    var malformed = bad("{\"type\":\"exec\",\"id\":\"e-1\"}");
    assertThat(malformed.unknownType()).isFalse();
    assertThat(malformed.id()).isEqualTo("e-1");

    assertThat(bad("no json").type()).isNull();
    assertThat(bad("[]").type()).isNull();
    assertThat(bad("{}").id()).isNull();
  }

  @Test
  void everyFrameTypeIsKnown() {
    assertThat(names(ToRemote.class)).containsExactlyInAnyOrderElementsOf(Frames.TO_REMOTE_TYPES);
    assertThat(names(ToServer.class)).containsExactlyInAnyOrderElementsOf(Frames.TO_SERVER_TYPES);
  }

  @Test
  void welcomeDoesNotShowTheSecretsItCarries() {
    assertThat(new ToRemote.Welcome("s", "1", Map.of("TOKEN", "hush")).toString())
        .contains("TOKEN")
        .doesNotContain("hush");
  }

  @Test
  void outputKeepsItsPlaceOverTheWire() {
    var bytes = ByteBuffer.wrap("text".getBytes(UTF_8));
    var encoded = new OutputFrame(3, 1L << 40, bytes).encode();
    assertThat(encoded.remaining()).isEqualTo(16);
    assertThat(OutputFrame.decode(encoded)).isEqualTo(new OutputFrame(3, 1L << 40, bytes));
  }

  @Test
  void outputFrameWithoutBytesIsRefused() {
    assertThatThrownBy(() -> OutputFrame.decode(ByteBuffer.allocate(12)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static BadFrameException bad(String json) {
    return catchThrowableOfType(BadFrameException.class, () -> Frames.readToRemote(json));
  }

  private static List<String> names(Class<?> frames) {
    return Arrays.stream(frames.getPermittedSubclasses())
        .map(frame -> frame.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_"))
        .map(name -> name.toLowerCase(java.util.Locale.ROOT))
        .toList();
  }
}
