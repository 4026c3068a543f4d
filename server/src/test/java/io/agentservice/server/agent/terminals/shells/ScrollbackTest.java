package io.agentservice.server.agent.terminals.shells;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScrollbackTest {
  /** Pieces up to that size, some of them larger than all that is kept. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 5_000, 70_000, 600_000})
  void whatIsKeptIsTheEndOfAllThatCame(int largest) {
    var random = new Random(largest);
    var all = new ByteArrayOutputStream();
    var kept = new Scrollback();
    for (int i = 0; i < 200; i++) {
      var piece = new byte[random.nextInt(largest) + 1];
      random.nextBytes(piece);
      all.writeBytes(piece);
      kept.append(piece);

      if (i % 20 == 0) {
        byte[] whole = all.toByteArray();
        int start = Math.max(0, whole.length - Scrollback.KEPT);
        assertThat(kept.end()).isEqualTo(whole.length);
        assertThat(kept.start()).isEqualTo(start);
        assertThat(kept.read(start, Integer.MAX_VALUE).array())
            .isEqualTo(Arrays.copyOfRange(whole, start, whole.length));
        int middle = (start + whole.length) / 2;
        assertThat(kept.read(middle, 1).array()[0]).isEqualTo(whole[middle]);
      }
    }
  }
}
