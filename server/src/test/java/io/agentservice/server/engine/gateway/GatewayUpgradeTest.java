package io.agentservice.server.engine.gateway;

import static io.agentservice.server.engine.gateway.ScriptedSessions.OTHER;
import static io.agentservice.server.engine.gateway.ScriptedSessions.SESSION;
import static io.agentservice.server.engine.gateway.ScriptedSessions.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatewayUpgradeTest {
  private final TestGateway app = new TestGateway(TestGateway.SETTINGS);

  @AfterEach
  void stop() {
    app.close();
  }

  @Test
  void aGoodTokenIsUpgradedWithTheSubprotocol() throws IOException {
    var answer = upgrade(SESSION.value(), "Authorization: Bearer " + token(SESSION, 1));

    assertThat(answer).startsWith("HTTP/1.1 101 ");
    assertThat(answer).contains("Sec-WebSocket-Protocol: agent-remote.v1");
    assertThat(answer.split("Sec-WebSocket-Protocol", -1)).hasSize(2);
  }

  @Test
  void theAliasOfASessionIdIsTheSameSession() throws IOException {
    var alias = "devin-" + SESSION.hex();

    assertThat(upgrade(alias, "Authorization: Bearer " + token(SESSION, 1)))
        .startsWith("HTTP/1.1 101 ");
  }

  @Test
  void aBadTokenIs401() throws IOException {
    var answer = upgrade(SESSION.value(), "Authorization: Bearer agc_bad");

    assertThat(answer).startsWith("HTTP/1.1 401 ");
    assertThat(answer).contains("WWW-Authenticate: Bearer");
    assertThat(answer).contains("Content-Type: application/problem+json");
    assertThat(answer).contains("\"code\":\"credentials_invalid\"").contains("\"status\":401");
    assertThat(answer).contains("X-Request-Id: r-1").contains("\"request_id\":\"r-1\"");
  }

  @Test
  void strangersBehindAProxyAreRefusedTooManyTries() throws IOException {
    String forwarded = "\nX-Forwarded-For: 203.0.113.9";
    String bad = "Authorization: Bearer agc_bad";
    for (int i = 0; i < TestGateway.ANONYMOUS_LIMIT; i++) {
      assertThat(upgrade(SESSION.value(), bad + forwarded)).startsWith("HTTP/1.1 401 ");
    }
    assertThat(upgrade(SESSION.value(), bad + forwarded))
        .startsWith("HTTP/1.1 429 ")
        .contains("\"code\":\"rate_limited\"", "Retry-After: ");
    assertThat(upgrade(SESSION.value(), "Accept: */*" + forwarded)).startsWith("HTTP/1.1 429 ");
    assertThat(upgrade(SESSION.value(), bad)).startsWith("HTTP/1.1 401 ");
    assertThat(upgrade(SESSION.value(), "Authorization: Bearer " + token(SESSION, 1) + forwarded))
        .startsWith("HTTP/1.1 101 ");
  }

  @Test
  void anAddressThatTheAccountDoesNotAllowIs403() throws IOException {
    app.allowed = List.of("192.0.2.0/24");
    String good = "Authorization: Bearer " + token(SESSION, 1);

    assertThat(upgrade(SESSION.value(), good + "\nX-Forwarded-For: 203.0.113.9"))
        .startsWith("HTTP/1.1 403 ")
        .contains("\"code\":\"ip_not_allowed\"", "203.0.113.9");
    assertThat(upgrade(SESSION.value(), good + "\nX-Forwarded-For: 192.0.2.7"))
        .startsWith("HTTP/1.1 101 ");
    assertThat(upgrade(SESSION.value(), good)).startsWith("HTTP/1.1 101 "); // this machine's own
  }

  @Test
  void aTokenThatCantBeJudgedForWantOfADatabaseIs503() throws IOException {
    app.sessions.databaseAway = true;

    assertThat(upgrade(SESSION.value(), "Authorization: Bearer " + token(SESSION, 1)))
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 1")
        .contains("\"code\":\"unavailable\"");
  }

  @Test
  void whoComesAfterTheEndOfTheSessionIsToldSo() throws IOException {
    app.sessions.over = true;

    assertThat(upgrade(SESSION.value(), "Authorization: Bearer " + token(SESSION, 1)))
        .startsWith("HTTP/1.1 401 ")
        .contains("WWW-Authenticate: Bearer")
        .contains("Agent-Close-Code: 4000")
        .contains("The session is over or asleep");
  }

  @Test
  void aMissingTokenIs401() throws IOException {
    assertThat(upgrade(SESSION.value(), "Accept: */*"))
        .startsWith("HTTP/1.1 401 ")
        .contains("\"code\":\"credentials_missing\"");
  }

  @Test
  void theTokenOfAnotherSessionIs403() throws IOException {
    assertThat(upgrade(OTHER.value(), "Authorization: Bearer " + token(SESSION, 1)))
        .startsWith("HTTP/1.1 403 ")
        .contains("\"code\":\"permission_denied\"");
  }

  @Test
  void aPlainRequestIs426() throws Exception {
    var with = get("/gateway/sessions/" + SESSION, token(SESSION, 1));
    var without =
        app.client.send(request("/gateway/sessions/" + SESSION).build(), BodyHandlers.ofString());

    assertThat(with.statusCode()).isEqualTo(426);
    assertThat(with.body()).contains("\"code\":\"upgrade_required\"");
    assertThat(with.headers().firstValue("Upgrade")).contains("websocket");
    assertThat(without.statusCode()).isEqualTo(426);
  }

  @Test
  void aPlainRequestWithABadTokenIs401() throws Exception {
    assertThat(get("/gateway/sessions/" + SESSION, "agc_bad").statusCode()).isEqualTo(401);
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    var post = request("/gateway/sessions/" + SESSION).POST(HttpRequest.BodyPublishers.noBody());

    assertThat(get("/gateway/elsewhere", token(SESSION, 1)).statusCode()).isEqualTo(404);
    assertThat(get("/gateway/sessions/nonsense", token(SESSION, 1)).statusCode()).isEqualTo(404);
    assertThat(app.client.send(post.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    assertThat(get("/healthz", "x").body()).isEqualTo("ok");
  }

  @Test
  void anotherSubprotocolIsRefused() throws IOException {
    var answer = exchange(SESSION.value(), "Authorization: Bearer " + token(SESSION, 1), "chat.v2");

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("subprotocol_unsupported");
  }

  @Test
  void aStoppingServerIsUnavailable() throws Exception {
    app.gateway.close();

    var answer = get("/gateway/sessions/" + Id.create(SessionId.class), token(SESSION, 1));

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
  }

  private java.net.http.HttpResponse<String> get(String path, String token) throws Exception {
    return app.client.send(
        request(path).header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(app.http(path)).timeout(Duration.ofSeconds(20));
  }

  private String upgrade(String session, String header) throws IOException {
    return exchange(session, header, "agent-remote.v1");
  }

  /** The answer's head and body as they are on the wire. */
  private String exchange(String session, String header, String subprotocol) throws IOException {
    var address = app.http("/");
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(20_000);
      var request =
          """
          GET /gateway/sessions/%s HTTP/1.1
          Host: %s
          Connection: Upgrade
          Upgrade: websocket
          Sec-WebSocket-Version: 13
          Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
          Sec-WebSocket-Protocol: %s
          X-Request-Id: r-1
          %s

          """
              .formatted(session, address.getAuthority(), subprotocol, header)
              .replace("\n", "\r\n");
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var answer = new StringBuilder();
      var buffer = new byte[8192];
      while (!complete(answer.toString())) {
        int count = socket.getInputStream().read(buffer);
        if (count < 0) {
          break;
        }
        answer.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
      }
      return answer.toString();
    }
  }

  private static boolean complete(String answer) {
    return answer.contains("\r\n\r\n") && (answer.contains(" 101 ") || answer.contains("}"));
  }
}
