package io.agentservice.server.identity.passwords;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PasswordHashTest {
  @Test
  void aHashIsOfArgon2idWithAtLeastNineteenMebibytesAndASaltOfItsOwn() {
    String hash = PasswordHash.of("correct horse");
    assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$").doesNotContain("horse");
    assertThat(PasswordHash.of("correct horse")).isNotEqualTo(hash);
  }

  @Test
  void onlyItsPasswordMatchesAHashAndNothingMatchesNone() {
    String hash = PasswordHash.of("correct horse ✓");
    assertThat(PasswordHash.matches("correct horse ✓", hash)).isTrue();
    assertThat(PasswordHash.matches("correct horse", hash)).isFalse();
    assertThat(PasswordHash.matches("", hash)).isFalse();
    assertThat(PasswordHash.matches("correct horse ✓", null)).isFalse();
  }
}
