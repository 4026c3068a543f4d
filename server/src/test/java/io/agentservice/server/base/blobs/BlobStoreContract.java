package io.agentservice.server.base.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class BlobStoreContract {
  private static final Random RANDOM = new Random(7);

  /** Larger than what is sent at once to any store, and no multiple of it. */
  private static final int LARGE = (20 << 20) + 7;

  abstract BlobStore store();

  /** How many objects lie there, half written ones too. */
  abstract int objects() throws IOException;

  private static String name() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static void write(BlobStore.Sink sink, byte[] content) {
    for (int i = 0; i < content.length; i += 100_000) {
      sink.write(ByteBuffer.wrap(content, i, Math.min(100_000, content.length - i)));
    }
  }

  private String kept(byte[] content) {
    String name = name();
    try (var sink = store().write(name)) {
      write(sink, content);
      sink.commit();
    }
    return name;
  }

  private byte[] read(String name, long from, long length) throws IOException {
    try (var in = store().read(name, from, length)) {
      return in.readAllBytes();
    }
  }

  @Test
  void whatWasWrittenIsReadWholeAndInParts() throws IOException {
    for (int length : new int[] {1, 5000, LARGE}) {
      byte[] content = bytes(length);
      String name = kept(content);

      assertThat(read(name, 0, length)).isEqualTo(content);
      assertThat(read(name, length - 1, 1)).containsExactly(content[length - 1]);
      assertThat(read(name, length / 3, length / 2 + 1))
          .isEqualTo(Arrays.copyOfRange(content, length / 3, length / 3 + length / 2 + 1));
      store().delete(name);
    }
  }

  @Test
  void whatIsNotCommittedLeavesNothing() throws IOException {
    int before = objects();
    String name = name();
    try (var sink = store().write(name)) {
      write(sink, bytes(LARGE));
    }

    assertThat(objects()).isEqualTo(before);
    assertThatThrownBy(() -> read(name, 0, 1)).isInstanceOf(BlobStoreException.class);
  }

  @Test
  @SuppressWarnings("MustBeClosed")
  void whatACrashLeftBehindIsDeletedByItsName() throws IOException {
    int before = objects();
    String name = name();
    write(store().write(name), bytes(LARGE)); // whose writer has died

    store().delete(name);
    assertThat(objects()).isEqualTo(before);
  }

  @Test
  void whatIsDeletedIsGoneAndMayBeDeletedAgain() throws IOException {
    int before = objects();
    String name = kept(bytes(10));
    assertThat(objects()).isEqualTo(before + 1);

    store().delete(name);
    store().delete(name);
    assertThat(objects()).isEqualTo(before);
    assertThatThrownBy(() -> read(name, 0, 1)).isInstanceOf(BlobStoreException.class);
  }

  @Test
  void whatIsKeptIsKnownByItsNameWhatIsComingIsNot() {
    String name = name();
    assertThat(store().has(name)).isFalse();
    try (var sink = store().write(name)) {
      assertThat(store().has(name)).isFalse();
      sink.commit();
    }
    assertThat(store().has(name)).isTrue();
    store().delete(name);
    assertThat(store().has(name)).isFalse();
  }
}
