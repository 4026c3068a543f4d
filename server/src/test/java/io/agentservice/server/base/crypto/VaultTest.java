package io.agentservice.server.base.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

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
}
