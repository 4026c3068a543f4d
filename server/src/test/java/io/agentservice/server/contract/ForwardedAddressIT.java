package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.RawHttp;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which address counts behind proxies (auth.md 6). */
class ForwardedAddressIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "AGENT_TRUSTED_PROXIES", "127.0.0.0/8, 10.0.0.0/8, 2001:db8:5::/48",
        "AGENT_RATE_ANONYMOUS", "2");
  }

  @ParameterizedTest
  @CsvSource({
    "6.6.6.6|203.0.113.9, 203.0.113.9", // a proxy's line behind the stranger's own
    "'6.6.6.6, 203.0.113.9', 203.0.113.9",
    "'6.6.6.6|203.0.113.9, 10.1.2.3', 203.0.113.9",
    "'203.0.113.9|10.1.2.3|2001:db8:5::1', 203.0.113.9",
    "203.0.113.9:4711, 203.0.113.9",
    "[2001:db8:6::1]:4711, 2001:db8:6:0:0:0:0:1",
    "'10.1.1.1,10.1.2.3', 10.1.1.1",
    "unknown, 127.0.0.1",
    "'6.6.6.6, unknown', 127.0.0.1",
  })
  void theLastOneThatIsNoProxyCounts(String lines, String address) throws IOException {
    String note = json("name", "n", "body", "b", "trigger", "t");
    try (var connection = RawHttp.connect(server.address())) {
      connection
          .send(
              "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n%s\r\n%s"
                  .formatted(
                      path("knowledge/notes"),
                      server.given().key(org, "org_admin"),
                      note.length(),
                      forwarded(lines),
                      note))
          .reply()
          .ok();
    }

    assertThat(server.given().audit(org).getLast().ip()).isEqualTo(address);
  }

  @Test
  void eachClientOfAProxyHasALimitOfItsOwn() throws IOException {
    refused("203.0.113.1", 401);
    refused("203.0.113.1", 401);
    refused("6.6.6.6|203.0.113.1", 429);
    refused("203.0.113.2", 401);
  }

  private void refused(String lines, int status) throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send("GET /v3/self HTTP/1.1\r\nHost: x\r\n" + forwarded(lines) + "\r\n");
      assertThat(connection.reply().status()).isEqualTo(status);
    }
  }

  private static String forwarded(String lines) {
    var headers = new StringBuilder();
    for (String line : lines.split("\\|", -1)) {
      headers.append("X-Forwarded-For: ").append(line).append("\r\n");
    }
    return headers.toString();
  }
}
