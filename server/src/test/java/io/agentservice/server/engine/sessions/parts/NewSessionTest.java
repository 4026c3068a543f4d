package io.agentservice.server.engine.sessions.parts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewSessionTest {
  @ParameterizedTest
  @CsvSource({
    "TOKEN, true",
    "_a1, true",
    "1A, false",
    "A-B, false",
    "A=B, false",
    "'A B', false",
    "'', false",
    "É, false"
  })
  void onlyAKeyThatIsANameOfAVariableReachesTheShell(String key, boolean variable) {
    assertThat(new NewSession.Secret(key, "value", true).isVariable()).isEqualTo(variable);
  }
}
