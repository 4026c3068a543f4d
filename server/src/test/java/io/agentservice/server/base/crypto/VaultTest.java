package io.agentservice.server.base.crypto;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultTest {
  private static final byte[] CLEAR = "swordfish".getBytes(UTF_8);

  @Test
  void whatIsEncryptedIsUnlikeItselfAndReadWithTheSameKey() {
    var key = MasterKey.fresh();
    byte[] sealed = new Vault(key).encrypt(CLEAR, "here");
    assertThat(new String(sealed, UTF_8)).doesNotContain("swordfish");
    assertThat(new Vault(MasterKey.of(key.text())).decrypt(sealed, "here")).isEqualTo(CLEAR);
  }

  @Test
  void aValueMovedElsewhereOrOfAnotherKeyIsNotRead() {
    var vault = new Vault(MasterKey.fresh());
    byte[] sealed = vault.encrypt(CLEAR, "here");
    assertThatThrownBy(() -> vault.decrypt(sealed, "there"))
        .isInstanceOf(IllegalStateException.class);
    var other = MasterKey.fresh();
    assertThatThrownBy(() -> new Vault(other).decrypt(sealed, "here"))
        .hasMessageContaining(other.fingerprint());
  }

  private static byte[] encrypted(Vault vault, byte[] clear, String context) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var sink = vault.encrypting(Channels.newChannel(bytes), context)) {
      for (int at = 0; at < clear.length; at += 1000) {
        sink.write(ByteBuffer.wrap(clear, at, Math.min(1000, clear.length - at)));
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] decrypted(Vault vault, byte[] sealed, String context) throws IOException {
    try (var in = vault.decrypting(new ByteArrayInputStream(sealed), context)) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_000, 65_535, 65_536, 1_000_000})
  void aStreamOfAnyLengthComesBack(int length) throws IOException {
    var vault = new Vault(MasterKey.fresh());
    byte[] clear = "swordfish".repeat(length / 9 + 1).substring(0, length).getBytes(UTF_8);

    byte[] sealed = encrypted(vault, clear, "here");

    assertThat(new String(sealed, ISO_8859_1)).doesNotContain("swordfish");
    assertThat((long) sealed.length).isLessThanOrEqualTo(Vault.mostEncrypted(length));
    assertThat(decrypted(vault, sealed, "here")).isEqualTo(clear);
  }

  @Test
  void aStreamThatWasChangedCutOffOrMovedIsNotRead() throws IOException {
    var vault = new Vault(MasterKey.fresh());
    byte[] sealed = encrypted(vault, new byte[200_000], "here");

    for (int at : new int[] {5, 90, 150_000, sealed.length - 1}) {
      byte[] changed = sealed.clone();
      changed[at] ^= 1;
      assertThatThrownBy(() -> decrypted(vault, changed, "here")).isInstanceOf(Exception.class);
    }
    for (int length : new int[] {0, 1, 80, 65_536 + 100, sealed.length - 1}) {
      byte[] cut = Arrays.copyOf(sealed, length);
      assertThatThrownBy(() -> decrypted(vault, cut, "here")).isInstanceOf(Exception.class);
    }
    assertThatThrownBy(() -> decrypted(vault, sealed, "there"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> decrypted(new Vault(MasterKey.fresh()), sealed, "here"))
        .isInstanceOf(IllegalStateException.class);
  }
}
