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
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocketHandshakeException;
import java.util.Base64;
import java.util.HashMap;
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
  void nobodyElseIsAnsweredByTheWayBetweenServers() throws Exception {
    machine();
    String path = "/servers/terminals/" + session;
    for (var headers :
        List.of(
            Map.<String, String>of(),
            Map.of("Authorization", "Bearer " + TestServer.ADMIN_KEY, "Agent-For", "admin"),
            Map.of("Authorization", "Bearer " + "A".repeat(54), "Agent-For", "admin"))) {
      var request = HttpRequest.newBuilder(URI.create(server.address() + path));
      new HashMap<>(headers).forEach(request::header);
      var answer = http.send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(401);
    }
  }
}
