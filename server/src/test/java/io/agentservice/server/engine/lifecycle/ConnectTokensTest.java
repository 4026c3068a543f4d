package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.ConnectTokens.Claim;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTokensTest {
  private static final SessionId SESSION = Id.create(SessionId.class);

  private final ConnectTokens tokens = new ConnectTokens(key("one"));

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 255, Long.MAX_VALUE})
  void aTokenSaysOfWhichClaimItIs(long epoch) {
    var claim = new Claim(SESSION, epoch);

    assertThat(tokens.read(tokens.make(claim))).contains(claim);
  }

  @Test
  void everyTokenOfAClaimIsAnotherOne() {
    var claim = new Claim(SESSION, 1);

    assertThat(tokens.make(claim)).isNotEqualTo(tokens.make(claim));
  }

  @Test
  void aTokenOfAnotherInstallationIsNone() {
    var foreign = new ConnectTokens(key("other")).make(new Claim(SESSION, 1));

    assertThat(tokens.read(foreign)).isEmpty();
  }

  @Test
  void noByteOfATokenCanBeChanged() {
    byte[] content = Tokens.content("agc_", tokens.make(new Claim(SESSION, 1)), 48).orElseThrow();
    for (int i = 0; i < content.length; i++) {
      byte[] changed = content.clone();
      changed[i] ^= 1;
      assertThat(tokens.read(Tokens.of("agc_", changed))).as("byte %d", i).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "agc_", "agc_bad", "agt_0123456789", "Bearer"})
  void whatHasNotTheShapeIsNone(String text) {
    assertThat(tokens.read(text)).isEmpty();
  }
}
