package io.agentservice.server.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultTest {
  private static final byte[] CLEAR = "swordfish".getBytes(UTF_8);

  @TempDir Path directory;

  @Test
  void theKeyFileIsItsOwnersAlone() throws Exception {
    var vault = new Vault(directory.resolve("key"));
    vault.encrypt(CLEAR, "here");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(vault.file())))
        .isEqualTo("rw-------");
  }

  @Test
  void whatIsEncryptedIsUnlikeItselfAndReadWithTheSameKeyFile() {
    var file = directory.resolve("key");
    byte[] sealed = new Vault(file).encrypt(CLEAR, "here");
    assertThat(new String(sealed, UTF_8)).doesNotContain("swordfish");
    assertThat(new Vault(file).decrypt(sealed, "here")).isEqualTo(CLEAR);
  }

  @Test
  void aValueMovedElsewhereOrOfAnotherKeyIsNotRead() {
    var vault = new Vault(directory.resolve("key"));
    byte[] sealed = vault.encrypt(CLEAR, "here");
    assertThatThrownBy(() -> vault.decrypt(sealed, "there"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new Vault(directory.resolve("other")).decrypt(sealed, "here"))
        .hasMessageContaining("other");
  }
}
