package io.agentservice.wire.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BridgeFrameTest {
  @Test
  void everyFrameComesBackAsItWasWritten() throws IOException {
    var frames =
        List.of(
            new BridgeFrame.Open("secret", 24, 1000, "xterm"),
            new BridgeFrame.Data(ByteBuffer.wrap(new byte[] {0, -1, 27})),
            new BridgeFrame.Resize(50, 132),
            new BridgeFrame.End(),
            new BridgeFrame.Opened(),
            new BridgeFrame.Exit(130),
            new BridgeFrame.Refused("no, näh"));
    var out = new ByteArrayOutputStream();
    for (var frame : frames) {
      BridgeFrame.write(out, frame);
    }
    var in = new ByteArrayInputStream(out.toByteArray());
    for (var frame : frames) {
      assertThat(BridgeFrame.read(in)).contains(frame);
    }
    assertThat(BridgeFrame.read(in)).isEmpty();
  }

  @Test
  void whatIsNoFrameIsRefusedWithoutReadingItAll() {
    for (var bytes :
        List.of(
            new byte[] {'d', 0, 0, 0, 2, 1},
            new byte[] {'z', 0, 0, 0, 0},
            new byte[5],
            new byte[] {'r', 0, 0, 0, 1, 1},
            new byte[] {'d', 0})) {
      assertThatThrownBy(() -> BridgeFrame.read(new ByteArrayInputStream(bytes)))
          .isInstanceOf(IOException.class);
    }
    for (var bytes :
        List.of(
            new byte[] {'G', 'E', 'T', ' ', '/', ' '},
            new byte[] {'d', 0, 1, 0, 1},
            new byte[] {'d', -1, -1, -1, -1})) {
      var in = new ByteArrayInputStream(bytes);
      assertThatThrownBy(() -> BridgeFrame.read(in)).hasMessage("not a frame of the bridge");
      assertThat(in.available()).isEqualTo(bytes.length - 5);
    }
  }

  @Test
  void aFrameIsSentAtOnce() throws IOException {
    var sent = new ByteArrayOutputStream();
    BridgeFrame.write(new BufferedOutputStream(sent), new BridgeFrame.End());
    assertThat(sent.toByteArray()).containsExactly('e', 0, 0, 0, 0);
  }

  @Test
  void frameOfTheLargestSizeIsRead() throws IOException {
    var largest = new BridgeFrame.Data(ByteBuffer.wrap(new byte[BridgeFrame.MAX_BYTES]));
    var out = new ByteArrayOutputStream();
    BridgeFrame.write(out, largest);
    assertThat(BridgeFrame.read(new ByteArrayInputStream(out.toByteArray()))).contains(largest);
  }

  @Test
  void addressIsForTheOwnerOnlyAndNeverShown(@TempDir Path directory) throws IOException {
    var address = BridgeAddress.fresh(4711);
    address.write(directory);
    assertThat(BridgeAddress.read(directory)).contains(address);
    assertThat(Files.getPosixFilePermissions(directory.resolve("pty-bridge")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(address.toString()).contains("4711").doesNotContain(address.secret());
    BridgeAddress.delete(directory);
    assertThat(BridgeAddress.read(directory)).isEmpty();
  }

  @Test
  void secretIsAnotherOneEachTimeAndInNoText() {
    assertThat(BridgeAddress.fresh(1).secret())
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(BridgeAddress.fresh(1).secret());
    assertThat(new BridgeFrame.Open("hush", 24, 80, "xterm").toString())
        .contains("xterm")
        .doesNotContain("hush");
  }
}
