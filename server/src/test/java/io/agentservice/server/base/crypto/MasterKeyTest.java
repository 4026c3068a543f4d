package io.agentservice.server.base.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MasterKeyTest {
  private static final String RANDOM =
      Base64.getEncoder().encodeToString("thirty-two bytes of a random key".getBytes(UTF_8));

  @TempDir private Path directory;

  @Test
  void randomBytesThatAnyToolMakesAreAKey() {
    var here = MasterKey.of(RANDOM);
    var there = MasterKey.of(RANDOM + "\n");

    byte[] sealed = new Vault(here).encrypt("swordfish".getBytes(UTF_8), "place");

    assertThat(new Vault(there).decrypt(sealed, "place")).asString(UTF_8).isEqualTo("swordfish");
    assertThat(there.fingerprint()).isEqualTo(here.fingerprint());
  }

  @Test
  void theFingerprintTellsKeysApart() {
    assertThat(MasterKey.fresh().fingerprint())
        .hasSize(16)
        .isNotEqualTo(MasterKey.fresh().fingerprint());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sw0rdfish", "{\"sw0rdfish\":1}", "c3cwcmRmaXNo", "{sw0rdfish"})
  void whatIsNoKeyIsRefusedWithoutShowingIt(String text) {
    assertThatThrownBy(() -> MasterKey.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32 random bytes in base64")
        .hasNoCause()
        .message()
        .doesNotContain("sw0rdfish", "c3cwcmRmaXNo");
  }

  @Test
  void itShowsItsFingerprintOnly() {
    var key = MasterKey.of(RANDOM);
    assertThat(key).hasToString("MasterKey[" + key.fingerprint() + "]");
  }

  @Test
  void theKeyFileIsItsOwnersAlone() throws Exception {
    var file = new KeyFile(directory.resolve("key"));
    try (var draft = file.draft()) {
      assertThat(draft.keep()).isTrue();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
  }

  @Test
  void theKeyOfTheProcessThatCameFirstIsTheFilesKey() throws Exception {
    var file = new KeyFile(directory.resolve("key"));
    try (var first = file.draft();
        var second = file.draft()) {
      assertThat(file.read()).isEmpty();
      assertThat(first.keep()).isTrue();
      assertThat(second.keep()).isFalse();
      assertThat(file.read().orElseThrow().fingerprint()).isEqualTo(first.key().fingerprint());
    }
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }
}
