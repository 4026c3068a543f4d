package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TokensTest {
  private static final byte[] CONTENT = HexFormat.of().parseHex("00ff0102030405060708090a0b0c0d0e");

  @Test
  void contentComesBackWithItsZerosAndItsHighestBit() {
    for (var hex : new String[] {"00".repeat(16), "ff".repeat(16), "80" + "00".repeat(15)}) {
      byte[] content = HexFormat.of().parseHex(hex);

      assertThat(Tokens.content("t_", Tokens.of("t_", content), 16)).contains(content);
    }
  }

  @Test
  void noCharacterOfATokenCanBeMistyped() {
    var token = Tokens.of("t_", CONTENT);
    assertThat(token)
        .hasSize(Tokens.lengthOf("t_", 16))
        .startsWith("t_")
        .matches("t_[0-9A-Za-z]{28}");
    assertThat(Tokens.wellFormed("t_", token, 16)).isTrue();

    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'a' ? 'b' : 'a';
      var mistyped = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(Tokens.wellFormed("t_", mistyped, 16)).as(mistyped).isFalse();
      assertThat(Tokens.content("t_", mistyped, 16)).isEmpty();
    }
    assertThat(Tokens.wellFormed("t_", token + "0", 16)).isFalse();
    assertThat(Tokens.wellFormed("u_", token, 16)).isFalse();
  }

  @Test
  void aFreshTokenIsUnlikeAllOthersAndWellFormed() {
    var token = Tokens.create("agt_");

    assertThat(token).hasSize(Tokens.lengthOf("agt_")).isNotEqualTo(Tokens.create("agt_"));
    assertThat(Tokens.wellFormed("agt_", token)).isTrue();
    assertThat(Tokens.wellFormed("agt_", Tokens.of("agt_", CONTENT))).isFalse();
    assertThat(Tokens.lengthOf("agt_")).isEqualTo("agt_".length() + 43 + 6);
  }

  @Test
  void ofATokenHalfIsShownAtMost() {
    assertThat(Tokens.start("agt_0123456789abcdefghijklmnop")).isEqualTo("agt_01234567");
    assertThat(Tokens.start("agt_012345")).isEqualTo("agt_0");
  }

  @Test
  void theDigestIsSha256OfTheWholeToken() {
    assertThat(HexFormat.of().formatHex(Tokens.digest("abc")))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
