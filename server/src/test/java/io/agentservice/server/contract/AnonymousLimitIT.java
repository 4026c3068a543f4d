package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests without a valid credential are counted by address (completions.md 9). */
@Isolated("reads the log of the whole process")
class AnonymousLimitIT {
  private static final String SELF = "/v3/self";

  @Test
  void thisMachinesOwnProgramsAreNotCountedUnlessTheyForward() {
    try (var server = TestServer.start(Map.of("AGENT_RATE_ANONYMOUS", "1"))) {
      for (int i = 0; i < 3; i++) {
        server.anonymous().get(SELF).refused(401, "credentials_missing");
      }
      server.anonymous().with("X-Forwarded-Proto", "https").get(SELF);
      server
          .anonymous()
          .with("Forwarded", "for=203.0.113.9")
          .get(SELF)
          .refused(429, "rate_limited");
      server.anonymous().get(SELF).refused(401, "credentials_missing");
    }
  }

  @Test
  void behindAProxyOfThisMachineEveryoneIsCounted() {
    var settings = Map.of("AGENT_RATE_ANONYMOUS", "1", "AGENT_TRUSTED_PROXIES", "127.0.0.1");
    try (var server = TestServer.start(settings)) {
      server.anonymous().get(SELF).refused(401, "credentials_missing");
      server.anonymous().get(SELF).refused(429, "rate_limited");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Forwarded-For", "Forwarded", "X-Real-IP"})
  void aListIsOfNoUseBehindAProxyThatNobodyNamedSoNothingThatItForwardsIsServed(String header) {
    String list = "/v3/enterprise/ip-access-list";
    try (var log = new LogCapture();
        var server = TestServer.start()) {
      var admin = server.admin();
      var forwarded = admin.with(header, "for=203.0.113.9");
      forwarded.get(SELF).ok();
      assertThat(log.from(Level.WARN))
          .filteredOn(line -> line.contains("AGENT_TRUSTED_PROXIES"))
          .hasSize(1);
      admin.put(list, json("ip_ranges", List.of("203.0.113.9"))).ok();
      assertThat(forwarded.get(SELF).refused(403, "ip_not_allowed").text("/hint"))
          .contains("AGENT_TRUSTED_PROXIES");
      admin.get(SELF).ok(); // a person at this machine can repair it
      admin.delete(list).ok();
      forwarded.get(SELF).ok();
      assertThat(log.from(Level.WARN))
          .filteredOn(line -> line.contains("AGENT_TRUSTED_PROXIES"))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "proxy.example.org", "192.0.2"})
  void whatIsNoAddressIsNoProxy(String value) {
    assertThatThrownBy(() -> Settings.read(Map.of("AGENT_TRUSTED_PROXIES", value)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("AGENT_TRUSTED_PROXIES takes addresses")
        .hasMessageNotContaining(value);
  }

  @Test
  void aPublicAddressWithoutTlsIsWarnedOf() {
    assertThat(warningsOf(Map.of("AGENT_BIND", "0.0.0.0")))
        .anyMatch(line -> line.contains("without TLS") && line.contains("AGENT_BASE_URL"));
    assertThat(
            warningsOf(
                Map.of("AGENT_BIND", "0.0.0.0", "AGENT_BASE_URL", "https://agents.example.org")))
        .noneMatch(line -> line.contains("TLS"));
    assertThat(warningsOf(Map.of())).noneMatch(line -> line.contains("TLS"));
  }

  private static List<String> warningsOf(Map<String, String> settings) {
    try (var log = new LogCapture();
        var _ = TestServer.start(settings)) {
      return log.from(Level.WARN);
    }
  }
}
