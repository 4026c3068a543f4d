package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadTailTest {
  @Test
  void whatFitsIsWhole() {
    var text = new HeadTail(10);
    text.append("12345");
    text.append("67890");
    assertThat(text.cut(10, "..")).isEqualTo("1234567890");
    assertThat(text.left(10)).isZero();
  }

  @Test
  void whatDoesNotFitLosesItsMiddle() {
    var text = new HeadTail(10);
    text.append("123456789ABC");
    assertThat(text.cut(10, "..")).isEqualTo("12345\n..\n89ABC");
    assertThat(text.left(10)).isEqualTo(2);
    assertThat(text.cut(4, "..")).isEqualTo("12\n..\nBC");
  }

  @Test
  void pairsAreNotTorn() {
    var text = new HeadTail(6);
    text.append("12😀345😀9");
    assertThat(text.cut(6, "..")).isEqualTo("12\n..\n😀9");
    assertThat(text.left(6)).isEqualTo(10 - 5);
  }

  @Test
  void howTheTextArrivesMakesNoDifference() {
    var random = new Random(3);
    for (int round = 0; round < 500; round++) {
      var whole = "x".repeat(random.nextInt(50)) + "y".repeat(random.nextInt(400)) + "0123456789";
      var pieces = new HeadTail(100);
      for (int at = 0; at < whole.length(); ) {
        int end = Math.min(whole.length(), at + 1 + random.nextInt(30));
        pieces.append(whole.substring(at, end));
        at = end;
      }
      for (int limit : new int[] {20, 100}) {
        var expected =
            whole.length() <= limit
                ? whole
                : whole.substring(0, limit / 2)
                    + "\n..\n"
                    + whole.substring(whole.length() - limit / 2);
        assertThat(pieces.cut(limit, "..")).isEqualTo(expected);
      }
    }
  }
}
