package io.agentservice.server.base.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
  @ParameterizedTest
  @CsvSource({
    "https://Agent.Example.org/below, https://agent.example.org",
    "https://agent.example.org:443, https://agent.example.org",
    "http://agent.example.org:80, http://agent.example.org",
    "https://agent.example.org:80, https://agent.example.org:80",
    "http://127.0.0.1:8080, http://127.0.0.1:8080",
    "http://[::1]:8080, http://[::1]:8080"
  })
  void itsPagesComeFromWhereBrowsersSayTheyDo(String base, String origin) {
    assertThat(new Addresses(base, null, null).origin()).isEqualTo(origin);
  }
}
