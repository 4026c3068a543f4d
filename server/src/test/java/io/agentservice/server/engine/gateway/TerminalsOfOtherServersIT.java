package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.App;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocketHandshakeException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A balancer brings people to one server, and the machine is connected to another (ADR 0108). */
class TerminalsOfOtherServersIT extends OnTerminals {
  private static final String SIZE = json("rows", 24, "columns", 80);

  private App other;
  private ApiClient there;

  @BeforeEach
  void startAnother() {
    other = server.furtherNode(SETTINGS, UnaryOperator.identity());
    there = server.adminOf(other);
  }

  @AfterEach
  void stopTheOther() {
    other.close();
  }

  private TerminalClient connectThere(String id) throws Throwable {
    return new TerminalClient(
        http,
        other.address() + terminals(id) + "/connect",
        Map.of("Authorization", "Bearer " + TestServer.ADMIN_KEY));
  }

  @Test
  void allIsThereAsWithOneServer() throws Throwable {
    var machine = machine();
    var terminal = open(there, machine);
    assertThat(there.get(terminals()).ok().text("/items/0/terminal_id")).isEqualTo(terminal.id());
    var viewer = connectThere(terminal.id());
    assertThat(viewer.hear("start").path("columns").asInt()).isEqualTo(80);
    await(() -> admin.get(terminals()).ok().at("/items/0/viewers").asInt() == 1);

    viewer.type("echo ä\r");
    var input = machine.hear(ToRemote.Input.class);
    assertThat(new String(Base64.getDecoder().decode(input.data()), UTF_8)).isEqualTo("echo ä\r");
    String much = "0123456789abcdef".repeat(10_000);
    for (int i = 0; i < much.length(); i += 16_000) {
      machine.output(terminal.shell().channel(), i, much.substring(i, i + 16_000));
    }
    assertThat(viewer.seen(much)).isEqualTo(much);
    viewer.say(json("type", "resize", "rows", 40, "columns", 120));
    assertThat(machine.hear(ToRemote.Resize.class).pty()).isEqualTo(new ToRemote.PtySize(40, 120));

    there.delete(terminals(terminal.id())).ok();
    assertThat(viewer.hear("resize").path("rows").asInt()).isEqualTo(40);
    assertThat(viewer.hear("exit").path("reason").asString()).isEqualTo("closed");
    assertThat(viewer.closeCode()).isEqualTo(1000);
    there.delete(terminals(terminal.id())).refused(404, "terminal_not_found");
    assertThat(server.given().lastAudit().action()).isEqualTo("close_terminal");
  }

  @Test
  void whoLeavesOneServerHasLeftTheOther() throws Throwable {
    var terminal = open(there, machine());
    var viewer = connectThere(terminal.id());
    viewer.hear("start");
    await(() -> admin.get(terminals()).ok().at("/items/0/viewers").asInt() == 1);

    viewer.socket.abort();

    await(() -> admin.get(terminals()).ok().at("/items/0/viewers").asInt() == 0);
  }

  @Test
  void whatTheOtherServerRefusesIsToldInItsWords() throws Throwable {
    there.get(terminals()).refused(409, "machine_away");
    var machine = machine();
    for (int i = 0; i < 8; i++) {
      open(there, machine);
    }
    there.post(terminals(), SIZE).refused(409, "too_many_terminals");
    String none = "terminal-" + "0".repeat(32);
    assertThatThrownBy(() -> connectThere(none))
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refusal -> assertThat(refusal.getResponse().statusCode()).isEqualTo(404));

    machine.socket.abort();
    await(() -> there.get(terminals()).text("/code").equals("machine_away"));
  }

  @Test
  void aServerThatIsOutOfReachIsNamed() throws Throwable {
    machine();
    server
        .given()
        .update(
            "UPDATE machine_place SET address = 'http://127.0.0.1:1' WHERE session_id = ?",
            session);

    var refused = there.get(terminals());

    refused.refused(409, "server_unreachable");
    assertThat(refused.text("/detail")).contains("http://127.0.0.1:1");
    assertThat(refused.text("/hint")).contains("AGENT_SERVER_URL");
  }

  @Test
  void aServerThatDiedIsNotAskedAnyMore() throws Throwable {
    machine();
    server.given().update("UPDATE machine_place SET connection = connection - 1");

    there.get(terminals()).refused(409, "machine_away");
  }

  @Test
  void whoAnswersAtAnAddressThatAServerHadBeforeIsNotBelieved() throws Throwable {
    machine();
    try (var stranger = new Stranger()) {
      stranger.takeOver(server, session);

      there.get(terminals()).refused(409, "server_unreachable");
    }
    server.given().update("UPDATE machine_place SET address = ?", other.address());

    there.get(terminals()).refused(409, "server_unreachable");
  }

  @Test
  void whatIsAskedIsGoodForThatServerAndThatQuestionOnly() throws Throwable {
    machine();
    String path = "/servers/terminals/" + session;
    String none = path + "/terminal-" + "0".repeat(32);
    try (var stranger = new Stranger()) {
      stranger.takeOver(server, session);
      there.get(terminals());
      var asked = stranger.heard();

      assertThat(ask(server.address() + path, "GET", asked, "")).isEqualTo(200);
      assertThat(ask(server.address() + none, "GET", asked, "")).isEqualTo(401);
      assertThat(ask(server.address() + path + "?from=1", "GET", asked, "")).isEqualTo(401);
      assertThat(ask(server.address() + path, "DELETE", asked, "")).isEqualTo(401);
      assertThat(ask(server.address() + path, "GET", asked, "{}")).isEqualTo(401);
      var another = new Stranger.Heard(asked.token(), "another");
      assertThat(ask(server.address() + path, "GET", another, "")).isEqualTo(401);
      assertThat(ask(other.address() + path, "GET", asked, "")).isEqualTo(401);
    }
  }

  @Test
  void nobodyElseIsAnsweredByTheWayBetweenServers() throws Exception {
    machine();
    String address = server.address() + "/servers/terminals/" + session;
    for (String token : List.of("Bearer", "Bearer " + TestServer.ADMIN_KEY, "A".repeat(54))) {
      assertThat(ask(address, "GET", new Stranger.Heard(token, "admin"), "")).isEqualTo(401);
    }
  }

  private int ask(String address, String method, Stranger.Heard as, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", as.token())
            .header("Agent-For", as.person())
            .method(method, BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).statusCode();
  }

  @Test
  void aServerThatStopsKillsTheShellsThatItHas() throws Throwable {
    var machine =
        Peer.connect(
            http,
            URI.create(other.address().replaceFirst("http", "ws") + "/gateway/sessions/" + session),
            token);
    hello(machine, List.of());
    machine.hear(ToRemote.Exec.class);
    var terminal = open(admin, machine);
    connect(terminal.id()).type("x"); // it takes that once it runs
    machine.hear(ToRemote.Input.class);

    other.close();

    assertThat(machine.hear(ToRemote.Signal.class))
        .isEqualTo(new ToRemote.Signal(terminal.id(), "KILL"));
  }
}
