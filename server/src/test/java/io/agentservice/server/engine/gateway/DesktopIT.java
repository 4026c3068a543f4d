package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** People see and use the desktop of a session's machine (web.md 7.4). */
class DesktopIT extends OnDesktop {
  /** The interface promises five seconds; a loaded machine gets more. */
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void whoLooksOnSeesItAndDoesNothingToIt() throws Throwable {
    var machine = machine();
    var viewer = connect("");
    var asked = greet(machine, viewer);
    assertThat(server.given().lastAudit().action()).isEqualTo("open_desktop");
    assertThat(server.given().lastAudit().data().toString()).contains(session, "view");

    viewer.type(KEY + WANTED);
    machine.output(asked.channel(), VERSION.length(), "a picture");

    assertThat(typed(machine)).isEqualTo(WANTED);
    assertThat(viewer.seen("a picture")).isEqualTo(VERSION + "a picture");
  }

  @Test
  void whoTakesControlActsThereAndKeepsTheSessionAwake() throws Throwable {
    var machine = machine();
    var viewer = connect("?mode=control");
    greet(machine, viewer);
    assertThat(server.given().lastAudit().data().toString()).contains(session, "control");
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - interval '1 hour' WHERE session_id = ?",
            session);

    viewer.type(KEY);

    assertThat(typed(machine)).isEqualTo(KEY);
    String since =
        "SELECT count(*) FROM session WHERE session_id = ? AND idle_since > now() - interval '5 minutes'";
    await(() -> server.given().number(since, session) == 1);
  }

  @Test
  void whoLeavesIsGoneFromTheMachineToo() throws Throwable {
    var machine = machine();
    var viewer = connect("");
    var asked = greet(machine, viewer);

    viewer.socket.abort();

    assertThat(machine.hear(ToRemote.Input.class))
        .isEqualTo(new ToRemote.Input(asked.id(), "", true));
  }

  @Test
  void whatIsNoRfbEndsThatViewOnly() throws Throwable {
    var machine = machine();
    var stays = connect("");
    greet(machine, stays);
    var viewer = connect("?mode=control");
    var asked = greet(machine, viewer);

    viewer.type("\177");

    assertThat(viewer.closeCode()).isEqualTo(1008);
    assertThat(machine.hear(ToRemote.Input.class))
        .isEqualTo(new ToRemote.Input(asked.id(), "", true));
    stays.type(WANTED);
    assertThat(typed(machine)).isEqualTo(WANTED);
  }

  @Test
  void theEndOfTheDisplayAndARefusalAreTold() throws Throwable {
    var machine = machine();
    var viewer = connect("");
    var asked = greet(machine, viewer);
    machine.exited(asked.id(), 0, VERSION.length());
    assertThat(viewer.closeCode()).isEqualTo(1000);
    machine.hear(ToRemote.Input.class);

    var other = connect("");
    var again = machine.hear(ToRemote.Desktop.class);
    machine.say(new ToServer.Failed(again.id(), "desktop", "the desktop does not start"));
    assertThat(other.closeCode()).isEqualTo(1011);
  }

  @Test
  void itEndsWithTheConnectionOfTheMachine() throws Throwable {
    var machine = machine();
    var viewer = connect("");
    greet(machine, viewer);

    machine.socket.abort();

    assertThat(viewer.closeCode()).isEqualTo(1001);
    await(() -> admin.get(desktop("")).text("/code").equals("machine_away"));
  }

  @Test
  void aSessionHasEightViewersAtMost() throws Throwable {
    var machine = machine();
    var first = connect("");
    greet(machine, first);
    for (int i = 1; i < 8; i++) {
      greet(machine, connect(""));
    }

    refused(409, "too_many_viewers", () -> connect(""));
    first.socket.abort();
    var left = machine.hear(ToRemote.Input.class);
    machine.exited(left.id(), 0, VERSION.length());

    await(() -> admin.get(desktop("")).status() == 426);
    greet(machine, connect(""));
  }

  @Test
  void withoutAMachineOrADisplayThereIsNone() throws Throwable {
    admin.get(desktop("")).refused(409, "machine_away");
    refused(409, "machine_away", () -> connect(""));

    Peer.greeted(http, gateway(), token);

    admin.get(desktop("")).refused(409, "no_desktop");
    assertThat(admin.get(desktop("")).text("/hint")).contains("AGENT_OUTPOST_DESKTOP");
  }

  @Test
  void nothingButTheWebsocketIsServedThereAndOnlyThatIsRecorded() throws Throwable {
    machine();
    long before = records();

    admin.get(desktop("?mode=control")).refused(426, "upgrade_required");
    admin.get(desktop("?mode=both")).invalid("query.mode enum");
    refused(400, "subprotocol_unsupported", () -> terminalAt(desktop("")));

    assertThat(records()).isEqualTo(before);
  }

  private Object terminalAt(String path) throws Throwable {
    return new TerminalClient(
        http, server.address() + path, Map.of("Authorization", "Bearer " + TestServer.ADMIN_KEY));
  }

  private long records() {
    return server.given().number("SELECT count(*) FROM audit_log WHERE action = 'open_desktop'");
  }

  @Test
  void whoMayNotTellTheAgentWhatToDoMayNotSeeIt() throws Throwable {
    var machine = machine();
    String key = server.given().key(org, role("ViewOrgSessions"));
    server.as(key).get(path("sessions/" + session)).ok();

    server.as(key).get(desktop("")).refused(403, "permission_denied");
    refused(403, "permission_denied", () -> connect(server.address(), "", key));
    var elsewhere = server.given().organization();
    admin
        .get(desktop("").replace(org.value(), elsewhere.value()))
        .refused(404, "session_not_found");
    assertThat(machine.heard).isEmpty();
  }

  @Test
  void aBrowserConnectsFromOurOwnPagesOnly() throws Throwable {
    var machine = machine();
    String address = server.address() + desktop("");
    String cookie =
        server
            .anonymous()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/login", "key=" + TestServer.ADMIN_KEY)
            .header("Set-Cookie")
            .replaceFirst(";.*", "");

    refused(
        403,
        "origin_refused",
        () -> connect(address, Map.of("Cookie", cookie, "Origin", "http://evil")));
    refused(403, "origin_refused", () -> connect(address, Map.of("Cookie", cookie)));
    assertThat(machine.heard).isEmpty();
    greet(machine, connect(address, Map.of("Cookie", cookie, "Origin", server.address())));
  }

  @Test
  void whoLosesHisKeyIsSentAway() throws Throwable {
    var machine = machine();
    String key = server.given().key(org, "org_admin");
    var stays = connect("");
    greet(machine, stays);
    var viewer = connect(server.address(), "?mode=control", key);
    greet(machine, viewer);

    server.given().revoked(key);
    long revoked = System.nanoTime();

    assertThat(viewer.closeCode()).isEqualTo(1001);
    assertThat(Duration.ofNanos(System.nanoTime() - revoked)).isLessThan(SOON);
    assertThat(machine.hear(ToRemote.Input.class).end()).isTrue();
    assertThat(stays.closes).isEmpty();
    refused(401, "credentials_revoked", () -> connect(server.address(), "", key));
  }

  @Test
  void anOrganizationSwitchesItOffForAll() throws Throwable {
    var machine = machine();
    var viewer = connect("");
    greet(machine, viewer);
    var control = connect("?mode=control");
    greet(machine, control);

    admin.put(path("machine-access"), json("enabled", false)).ok();

    assertThat(viewer.closeCode()).isEqualTo(1008);
    assertThat(control.closeCode()).isEqualTo(1008);
    admin.get(desktop("")).refused(404, "feature_disabled");
    refused(404, "feature_disabled", () -> connect(""));
  }
}
