package io.agentservice.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The looks into the database that other tests rely on. */
class GivenIT extends OnServer {
  @ParameterizedTest
  @ValueSource(strings = {"text", "bytea", "jsonb"})
  void aValueInClearIsSeenInADumpWhateverItsColumn(String type) {
    var given = server.given();
    given.update("CREATE TABLE planted_%s (number int, value %s)".formatted(type, type));
    given.update("INSERT INTO planted_%s VALUES (1, NULL), (2, '\"swordfish\"')".formatted(type));

    assertThat(given.dump("planted_" + type)).contains("swordfish");
  }
}
