package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.PlayedMachines;
import io.agentservice.server.testing.TestServer;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who may use the machine of a session himself. */
class TerminalAccessIT extends OnTerminals {
  /** The interface promises five seconds; a loaded machine gets more. */
  private static final Duration SOON = Duration.ofSeconds(20);

  private static final String SIZE = json("rows", 24, "columns", 80);

  @Test
  void whoMayOnlyLookOnMayNot() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    String key = viewersKey();
    var viewer = server.as(key);
    viewer.get(path("sessions/" + session)).ok();

    viewer.get(terminals()).refused(403, "permission_denied");
    viewer.post(terminals(), SIZE).refused(403, "permission_denied");
    viewer.delete(terminals(terminal.id())).refused(403, "permission_denied");
    viewer.get(terminals(terminal.id()) + "/connect").refused(403, "permission_denied");
    refused(403, "permission_denied", () -> connect(terminals(terminal.id()) + "/connect", key));
    assertThat(machine.heard).isEmpty();
  }

  @Test
  void byThePathOfAnotherOrganizationOrSessionThereIsNone() throws Throwable {
    var terminal = open(machine());
    var elsewhere = server.given().organization();
    String other = terminals().replace(org.value(), elsewhere.value());
    String sibling = terminals().replace(session, session());
    String key = server.given().key(elsewhere, "org_admin");

    for (String wrong : List.of(other, other + "/" + terminal.id() + "/connect")) {
      admin.get(wrong).refused(404, "session_not_found");
    }
    admin.post(other, SIZE).refused(404, "session_not_found");
    admin.delete(other + "/" + terminal.id()).refused(404, "session_not_found");
    server.as(key).get(terminals()).refused(404, "organization_not_found");
    admin.delete(sibling + "/" + terminal.id()).refused(409, "machine_away");
    refused(
        404, "organization_not_found", () -> connect(terminals(terminal.id()) + "/connect", key));
  }

  @Test
  void byThePathOfAnotherSessionWithAMachineThereIsNone() throws Throwable {
    var terminal = open(machine());
    try (var machines = new PlayedMachines()) {
      String sibling = machines.session(server, path("sessions"), outpost);
      String other = terminals(terminal.id()).replace(session, sibling);

      admin.delete(other).refused(404, "terminal_not_found");
      admin.get(other + "/connect").refused(404, "terminal_not_found");
      assertThat(admin.get(terminals()).ok().at("/items").size()).isEqualTo(1);
    }
  }

  @Test
  void aBrowserConnectsFromOurOwnPagesOnly() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    String path = server.address() + terminals(terminal.id()) + "/connect";
    String cookie = cookie();

    var ours = new TerminalClient(http, path, Map.of("Cookie", cookie, "Origin", server.address()));
    machine.output(terminal.shell().channel(), 0, "hello");

    assertThat(ours.seen("hello")).isEqualTo("hello");
    refused(
        403,
        "origin_refused",
        () -> new TerminalClient(http, path, Map.of("Cookie", cookie, "Origin", "http://evil")));
    refused(403, "origin_refused", () -> new TerminalClient(http, path, Map.of("Cookie", cookie)));
    refused(
        401,
        "credentials_missing",
        () -> new TerminalClient(http, path, Map.of("Origin", server.address())));
  }

  @Test
  void nothingButTheWebsocketIsServedThere() throws Throwable {
    var terminal = open(machine());
    String path = terminals(terminal.id()) + "/connect";

    admin.get(path).refused(426, "upgrade_required");
    admin.get(path + "?from=x").invalid("query.from type");
    assertThatThrownBy(() ->
            http.newWebSocketBuilder()
                .subprotocols("other")
                .header("Authorization", "Bearer " + TestServer.ADMIN_KEY)
                .buildAsync(
                    URI.create(server.address().replaceFirst("http", "ws") + path),
                    new WebSocket.Listener() {})
                .join())
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refusal -> assertThat(refusal.getResponse().statusCode()).isEqualTo(400));
  }

  @Test
  void whoLosesHisKeyIsSentAway() throws Throwable {
    var terminal = open(machine());
    String key = server.given().key(org, "org_admin");
    var stays = connect(terminal.id());
    stays.hear("start");
    var viewer = connect(terminals(terminal.id()) + "/connect", key);
    viewer.hear("start");

    server.given().revoked(key);
    long revoked = System.nanoTime();

    assertThat(viewer.closeCode()).isEqualTo(1001);
    assertThat(Duration.ofNanos(System.nanoTime() - revoked)).isLessThan(SOON);
    assertThat(stays.closes).isEmpty();
    refused(401, "credentials_revoked", () -> connect(terminals(terminal.id()) + "/connect", key));
  }

  @Test
  void anOrganizationSwitchesItOffForAll() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());
    viewer.hear("start");
    String setting = path("machine-access");
    assertThat(admin.get(setting).ok().json())
        .isEqualTo(Json.MAPPER.readTree("{\"enabled\": true}"));
    server
        .as(server.given().key(org, "org_member"))
        .put(setting, json("enabled", false))
        .refused(403, "permission_denied");
    admin.put(setting, "{}").invalid("body.enabled missing");
    admin.put(setting, "{\"enabled\": null}").invalid("body.enabled type");

    admin.put(setting, json("enabled", false)).ok();

    assertThat(viewer.hear("exit").path("reason").asString()).isEqualTo("closed");
    assertThat(admin.get(setting).ok().at("/enabled").asBoolean(true)).isFalse();
    admin.get(terminals()).refused(404, "feature_disabled");
    admin.post(terminals(), SIZE).refused(404, "feature_disabled");
    admin.delete(terminals(terminal.id())).refused(404, "feature_disabled");
    admin.get(terminals(terminal.id()) + "/connect").refused(404, "feature_disabled");
    assertThat(server.given().lastAudit().data().toString())
        .contains("machine_access", "true", "false");
  }

  @Test
  void anotherOrganizationKeepsIts() throws Throwable {
    var terminal = open(machine());
    var elsewhere = server.given().organization();
    String other = path("machine-access").replace(org.value(), elsewhere.value());

    admin.put(other, json("enabled", false)).ok();

    var viewer = connect(terminal.id());
    viewer.hear("start");
    assertThat(admin.get(path("machine-access")).ok().at("/enabled").asBoolean(false)).isTrue();
  }

  private String viewersKey() {
    return server.given().key(org, role("ViewOrgSessions"));
  }

  /** Of a browser that has signed in. */
  private String cookie() {
    return server
        .anonymous()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post("/login", "key=" + TestServer.ADMIN_KEY)
        .header("Set-Cookie")
        .replaceFirst(";.*", "");
  }

  private interface Attempt {
    Object make() throws Throwable;
  }

  private static void refused(int status, String code, Attempt attempt) {
    assertThatThrownBy(attempt::make)
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refusal -> {
              assertThat(refusal.getResponse().statusCode()).isEqualTo(status);
              if (refusal.getResponse().body() instanceof String body) {
                assertThat(body).contains(code);
              }
            });
  }
}
