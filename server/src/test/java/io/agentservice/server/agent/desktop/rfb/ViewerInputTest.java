package io.agentservice.server.agent.desktop.rfb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each message of RFB that a viewer can send, from those who look on and those who act. */
class ViewerInputTest {
  private static final byte[] GREETING = bytes("RFB 003.008\n", 1, 1);

  private static final byte[] PIXELS = bytes(0, 0, 0, 0, new byte[16]);
  private static final byte[] ENCODINGS = bytes(2, 0, 0, 2, 0, 0, 0, 7, 0xff, 0xff, 0xff, 0x21);
  private static final byte[] WANTED = bytes(3, 1, 0, 0, 0, 0, 5, 0, 3, 32);
  private static final byte[] KEY = bytes(4, 1, 0, 0, 0, 0, 0, 'x');
  private static final byte[] POINTER = bytes(5, 1, 0, 10, 0, 20);
  private static final byte[] CLIPBOARD = bytes(6, 0, 0, 0, 0, 0, 0, 3, "abc");
  private static final byte[] RICH_CLIPBOARD =
      bytes(6, 0, 0, 0, 0xff, 0xff, 0xff, 0xfc, 1, 0, 0, 1);
  private static final byte[] CONTINUOUS = bytes(150, 1, 0, 0, 0, 0, 5, 0, 3, 32);
  private static final byte[] FENCE = bytes(248, 0, 0, 0, 0, 0, 0, 1, 3, 3, 4, 5);
  private static final byte[] POWER = bytes(250, 0, 1, 2);
  private static final byte[] SIZE =
      bytes(251, 0, 4, 0, 3, 0, 1, 0, new byte[] {0, 0, 0, 1, 0, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 0});
  private static final byte[] KEY_BY_PLACE = bytes(255, 0, 0, 1, 0, 0, 0, 'x', 0, 0, 0, 45);

  /** What is of the viewer's own picture. */
  private static final List<byte[]> LOOKS = List.of(PIXELS, ENCODINGS, WANTED, CONTINUOUS, FENCE);

  private static final List<byte[]> ACTS =
      List.of(KEY, POINTER, CLIPBOARD, RICH_CLIPBOARD, POWER, SIZE, KEY_BY_PLACE);

  private static byte[] bytes(Object... parts) {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      switch (part) {
        case String text -> all.writeBytes(text.getBytes(US_ASCII));
        case Character letter -> all.write(letter);
        case byte[] some -> all.writeBytes(some);
        default -> all.write((Integer) part);
      }
    }
    return all.toByteArray();
  }

  private static byte[] joined(List<byte[]> all) {
    return bytes(all.toArray());
  }

  private static byte[] all() {
    return bytes(joined(ACTS), joined(LOOKS), joined(ACTS), joined(LOOKS));
  }

  private static ViewerInput greeted(boolean control) throws RfbException {
    var input = new ViewerInput(control);
    assertThat(input.take(ByteBuffer.wrap(GREETING))).isEqualTo(GREETING);
    assertThat(input.greeted()).isTrue();
    return input;
  }

  @Test
  void whoOnlyLooksOnDoesNothingToTheDesktop() throws Exception {
    for (byte[] act : ACTS) {
      var input = greeted(false);
      assertThat(input.take(ByteBuffer.wrap(act))).as("type %d", act[0] & 0xff).isEmpty();
      assertThat(input.take(ByteBuffer.wrap(WANTED))).isEqualTo(WANTED);
      assertThat(input.acted()).isFalse();
    }
  }

  @Test
  void whoActsReachesIt() throws Exception {
    for (byte[] act : ACTS) {
      var input = greeted(true);
      assertThat(input.take(ByteBuffer.wrap(act))).as("type %d", act[0] & 0xff).isEqualTo(act);
      assertThat(input.acted()).isTrue();
      assertThat(input.acted()).isFalse();
    }
  }

  @Test
  void whatTheViewersPictureNeedsGoesOnAndIsNoAct() throws Exception {
    for (boolean control : List.of(false, true)) {
      for (byte[] look : LOOKS) {
        var input = greeted(control);
        assertThat(input.take(ByteBuffer.wrap(look))).as("type %d", look[0] & 0xff).isEqualTo(look);
        assertThat(input.acted()).isFalse();
      }
    }
  }

  @Test
  void messagesMayBeCutAnywhere() throws Exception {
    var whole = bytes(GREETING, all());
    var looks = bytes(GREETING, joined(LOOKS), joined(LOOKS));
    for (int cut = 0; cut <= whole.length; cut++) {
      assertThat(through(false, whole, cut)).isEqualTo(looks);
      assertThat(through(true, whole, cut)).isEqualTo(whole);
    }
    assertThat(byteByByte(false, whole)).isEqualTo(looks);
    assertThat(byteByByte(true, whole)).isEqualTo(whole);
  }

  private static byte[] through(boolean control, byte[] whole, int cut) throws RfbException {
    var input = new ViewerInput(control);
    return bytes(
        input.take(ByteBuffer.wrap(whole, 0, cut)),
        input.take(ByteBuffer.wrap(whole, cut, whole.length - cut)));
  }

  private static byte[] byteByByte(boolean control, byte[] whole) throws RfbException {
    var input = new ViewerInput(control);
    var passed = new ByteArrayOutputStream();
    for (byte one : whole) {
      passed.writeBytes(input.take(ByteBuffer.wrap(new byte[] {one})));
    }
    return passed.toByteArray();
  }

  /** A text of the clipboard that looks like messages is one all the same. */
  @Test
  void nothingHidesInAnother() throws Exception {
    var hidden = bytes(KEY, WANTED, POINTER);
    var input = greeted(false);
    assertThat(input.take(ByteBuffer.wrap(bytes(6, 0, 0, 0, 0, 0, 0, hidden.length, hidden))))
        .isEmpty();
    var fence = bytes(248, 0, 0, 0, 0, 0, 0, 0, KEY.length, KEY);
    assertThat(input.take(ByteBuffer.wrap(fence))).isEqualTo(fence);
    assertThat(input.take(ByteBuffer.wrap(KEY))).isEmpty();
  }

  @Test
  void listsAndScreensMayBeEmptyAndLong() throws Exception {
    var none = bytes(2, 0, 0, 0);
    var many = bytes(2, 0, 0xff, 0xff, new byte[4 * 0xffff]);
    var screens = bytes(251, 0, 4, 0, 3, 0, 255, 0, new byte[16 * 255]);
    var input = greeted(false);
    assertThat(input.take(ByteBuffer.wrap(bytes(none, many, screens, WANTED))))
        .isEqualTo(bytes(none, many, WANTED));
  }

  /** With that encoding a pointer message would have one of two lengths. */
  @Test
  void moreButtonsAreNotOfferedToTheMachine() throws Exception {
    var input = greeted(true);
    assertThat(
            input.take(
                ByteBuffer.wrap(bytes(2, 0, 0, 2, 0xff, 0xff, 0xfe, 0xc4, 0xff, 0xff, 0xff, 0x21))))
        .isEqualTo(bytes(2, 0, 0, 2, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x21));
  }

  @Test
  void nobodySendsTheOthersAway() throws Exception {
    var input = new ViewerInput(true);
    assertThat(input.take(ByteBuffer.wrap(bytes("RFB 003.008\n", 1, 0)))).isEqualTo(GREETING);
  }

  @Test
  void otherVersionsAndPasswordsAreRefused() {
    for (var greeting :
        List.of(
            bytes("RFB 003.003\n"),
            bytes("RFB 003.889\n"),
            bytes("GET / HTTP/1.1\r\n"),
            bytes("RFB 003.008\n", 2),
            bytes("RFB 003.008\n", 0),
            bytes("RFB 003.008\n", 16))) {
      assertRefused(new ViewerInput(true), greeting);
    }
  }

  @Test
  void unknownTypesAreRefusedInBothModes() throws Exception {
    var known = List.of(0, 2, 3, 4, 5, 6, 150, 248, 250, 251, 255);
    for (int type = 0; type < 256; type++) {
      if (!known.contains(type)) {
        assertRefused(greeted(false), bytes(type));
        assertRefused(greeted(true), bytes(type));
      }
    }
    for (int of255 = 1; of255 < 256; of255++) {
      assertRefused(greeted(true), bytes(255, of255, new byte[10]));
    }
  }

  @Test
  void lengthsWithoutEndAreRefused() throws Exception {
    for (boolean control : List.of(false, true)) {
      assertRefused(greeted(control), bytes(6, 0, 0, 0, 0x00, 0x10, 0x00, 0x01));
      assertRefused(greeted(control), bytes(6, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff));
      assertRefused(greeted(control), bytes(6, 0, 0, 0, 0x80, 0, 0, 0));
      assertRefused(greeted(control), bytes(6, 0, 0, 0, 0xff, 0xef, 0xff, 0xff));
      assertRefused(greeted(control), bytes(248, 0, 0, 0, 0, 0, 0, 0, 65));
    }
  }

  /** Whatever comes in, what goes on of who only looks is what his picture needs. */
  @Test
  void noiseNeverBecomesAnAct() throws Exception {
    var random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      var input = greeted(false);
      var control = new ViewerInput(true);
      var noise = new byte[random.nextInt(1, 200)];
      random.nextBytes(noise);
      noise[0] = (byte) random.nextInt(0, 7);
      try {
        var passed = input.take(ByteBuffer.wrap(noise));
        control.take(ByteBuffer.wrap(GREETING));
        control.take(ByteBuffer.wrap(passed));
        assertThat(control.acted()).as(Arrays.toString(noise)).isFalse();
      } catch (RfbException refused) {
        assertThat(refused.getMessage()).hasSizeLessThanOrEqualTo(100);
      }
    }
  }

  private static void assertRefused(ViewerInput input, byte[] bytes) {
    assertThatThrownBy(() -> input.take(ByteBuffer.wrap(bytes)))
        .as(Arrays.toString(Arrays.copyOf(bytes, Math.min(16, bytes.length))))
        .isInstanceOf(RfbException.class);
  }
}
