package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.RawHttp;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Clients that go away in the midst of it are no fault of ours: a line at DEBUG. */
@Isolated("reads the log of the whole process")
class HangUpIT extends OnOrganization {
  private static final String GONE = "client hung up";

  private LogCapture log;
  private String key;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_WATCH_KEEPALIVE_SECONDS", "1");
  }

  @BeforeEach
  void listen() {
    key = server.given().key(org, "org_member");
    log = new LogCapture();
  }

  @AfterEach
  void nothingWasWorthAWarning() {
    log.close();
    assertThat(log.from(Level.WARN)).isEmpty();
  }

  @Test
  void whileItSendsABody() throws Exception {
    try (var connection = send("POST", "Content-Length: 1000\r\n", path("sessions"))) {
      connection.send("{\"prompt\":");
      connection.reset();
    }

    log.await(GONE);
  }

  @Test
  void whileItReadsAStream() throws Exception {
    String session = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    try (var connection = send("GET", "", path("sessions/" + session + "/events?watch=true"))) {
      assertThat(connection.reply().status()).isEqualTo(200);
      connection.reset();
    }

    log.await(GONE);
  }

  @Test
  void whileItIsSentALongAnswer() throws Exception {
    String body = "x".repeat(1 << 20);
    for (int i = 0; i < 8; i++) {
      member
          .post(path("knowledge/notes"), json("name", "n" + i, "trigger", "t", "body", body))
          .ok();
    }
    try (var connection = send("GET", "", path("knowledge/notes"))) {
      assertThat(connection.reply().status()).isEqualTo(200);
      connection.reset();
    }

    log.await(GONE);
  }

  private RawHttp send(String method, String headers, String path) throws IOException {
    return RawHttp.connect(server.address())
        .send(
            "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s\r\n"
                .formatted(method, path, key, headers));
  }
}
