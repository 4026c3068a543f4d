package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.App;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A balancer brings people to one server, and the machine is connected to another (ADR 0108). */
class DesktopsOfOtherServersIT extends OnDesktop {
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

  private TerminalClient connectThere(String mode) throws Throwable {
    return connect(other.address(), mode, TestServer.ADMIN_KEY);
  }

  @Test
  void allIsThereAsWithOneServer() throws Throwable {
    var machine = machine();
    var viewer = connectThere("");
    var asked = greet(machine, viewer);
    assertThat(server.given().lastAudit().action()).isEqualTo("open_desktop");
    viewer.type(KEY + WANTED);
    assertThat(typed(machine)).isEqualTo(WANTED);

    String much = "0123456789abcdef".repeat(100_000);
    long at = VERSION.length();
    long credit = 0;
    for (int i = 0; i < much.length(); i += 50_000) {
      while (i + 50_000 - credit > 1_000_000) {
        credit += machine.hear(ToRemote.Credit.class).bytes();
      }
      machine.output(asked.channel(), at + i, much.substring(i, i + 50_000));
    }
    assertThat(viewer.seen(much)).isEqualTo(VERSION + much);

    var control = connectThere("?mode=control");
    ToRemote next = machine.hear();
    while (next instanceof ToRemote.Credit) {
      next = machine.hear();
    }
    assertThat(next).isInstanceOf(ToRemote.Desktop.class);
    control.type("early");
    assertThat(control.closeCode()).isEqualTo(1008);
  }

  @Test
  void whoTakesControlAtOneServerActsAtTheOther() throws Throwable {
    var machine = machine();
    var viewer = connectThere("?mode=control");
    var asked = greet(machine, viewer);
    viewer.type(KEY);
    assertThat(typed(machine)).isEqualTo(KEY);

    viewer.socket.abort();

    assertThat(machine.hear(ToRemote.Input.class))
        .isEqualTo(new ToRemote.Input(asked.id(), "", true));
  }

  @Test
  void whatTheOtherServerRefusesIsToldInItsWords() throws Throwable {
    there.get(desktop("")).refused(409, "machine_away");
    Peer.greeted(http, gateway(), token);
    await(() -> there.get(desktop("")).text("/code").equals("no_desktop"));
    refused(409, "no_desktop", () -> connectThere(""));
  }

  @Test
  void losingAccessEndsItThereToo() throws Throwable {
    var machine = machine();
    String key = server.given().key(org, "org_admin");
    var viewer = connect(other.address(), "", key);
    greet(machine, viewer);
    var stays = connectThere("");
    greet(machine, stays);

    server.given().revoked(key);
    assertThat(viewer.closeCode()).isEqualTo(1001);
    assertThat(machine.hear(ToRemote.Input.class).end()).isTrue();
    assertThat(stays.closes).isEmpty();

    there.put(path("machine-access"), json("enabled", false)).ok();
    assertThat(stays.closeCode()).isEqualTo(1008);
    there.get(desktop("")).refused(404, "feature_disabled");
  }

  @Test
  void nobodyElseIsAnsweredByTheWayBetweenServers() throws Exception {
    machine();
    for (String path : new String[] {"", "/x", "?org=" + org + "&control=true"}) {
      var request =
          HttpRequest.newBuilder(
                  URI.create(server.address() + "/servers/desktop/" + session + path))
              .header("Authorization", "Bearer " + TestServer.ADMIN_KEY)
              .header("Agent-For", "admin")
              .timeout(Duration.ofMinutes(2))
              .build();
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }
  }
}
