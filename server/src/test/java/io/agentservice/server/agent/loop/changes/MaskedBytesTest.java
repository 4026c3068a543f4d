package io.agentservice.server.agent.loop.changes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.redaction.Redactor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MaskedBytesTest {
  private static final Redactor SECRETS = Redactor.of(Map.of("K", "geheim\u00fc\ud83d\ude00"));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final MaskedBytes bytes =
      new MaskedBytes(
          SECRETS,
          piece -> {
            var copy = new byte[piece.remaining()];
            piece.get(copy);
            out.writeBytes(copy);
          });

  /** In pieces of all lengths up to seven bytes. */
  private boolean pass(byte[] all) {
    for (int from = 0, length = 1; from < all.length; from += length, length = length % 7 + 1) {
      bytes.accept(ByteBuffer.wrap(all, from, Math.min(length, all.length - from)));
    }
    return bytes.end();
  }

  @Test
  void anyBytesComeThroughAsTheyAre() {
    var noise = new byte[100_000];
    new Random(7).nextBytes(noise);

    assertThat(pass(noise)).isFalse();
    assertThat(out.toByteArray()).isEqualTo(noise);
  }

  @Test
  void textOfAllLengthsOfCharactersComesThroughAsItIs() {
    var text = "a\u00e4\u20ac\ud83d\ude00\uffff\u0000".repeat(1000).getBytes(UTF_8);

    assertThat(pass(text)).isFalse();
    assertThat(out.toByteArray()).isEqualTo(text);
  }

  @Test
  void aSecretInPiecesIsMasked() {
    assertThat(pass("x geheim\u00fc\ud83d\ude00 y".getBytes(UTF_8))).isTrue();
    assertThat(out.toString(UTF_8)).isEqualTo("x [secret:K] y");
  }
}
