package io.agentservice.server.base.db.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  @Test
  void userAndPasswordAreTakenOutOfTheAddress() {
    var address =
        DatabaseAddress.of(
            "jdbc:postgresql://db:5433/agent?user=me&password=sw%26rd&socketTimeout=30");

    assertThat(address.url()).isEqualTo("jdbc:postgresql://db:5433/agent?socketTimeout=30");
    assertThat(address.secrets()).containsEntry("user", "me").containsEntry("password", "sw&rd");
    assertThat(address).hasToString(address.url());
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://me:sw0rd@db/agent, must begin with jdbc:postgresql://",
    "sw0rd, must begin with jdbc:postgresql://",
    "jdbc:postgresql://me:sw0rd@db/agent, takes user and password behind the database",
    "jdbc:postgresql:///agent?password=sw0rd, must name a host",
    "jdbc:postgresql://db sw0rd/agent, must name a host",
    "jdbc:postgresql://db:sw0rd/agent, has a port that is none",
    "jdbc:postgresql://db:70000/agent?password=sw0rd, has a port that is none",
    "jdbc:postgresql://db/agent?password=sw0rd%zz, has a parameter with a %"
  })
  void whatIsNoAddressIsRefusedWithoutShowingIt(String text, String reason) {
    assertThatThrownBy(() -> DatabaseAddress.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .hasNoCause()
        .message()
        .doesNotContain("sw0rd");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost/a",
        "127.0.0.1:5432/a",
        "[::1]/a",
        "db/a?sslmode=verify-full",
        "db/a?user=u&sslmode=require",
        "db/a?ssl=true"
      })
  void nobodyReadsAlongOnThisMachineAndWithTls(String rest) {
    assertThat(DatabaseAddress.of("jdbc:postgresql://" + rest).isGuarded()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db/a",
        "10.0.0.7/a?sslmode=prefer",
        "localhost,db/a",
        "db/a?ssl=false",
        "[fd00::1]/a"
      })
  void aDatabaseElsewhereWithoutTlsIsNotGuarded(String rest) {
    assertThat(DatabaseAddress.of("jdbc:postgresql://" + rest).isGuarded()).isFalse();
  }
}
