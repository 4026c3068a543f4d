package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.http.WebSocketHandshakeException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeType;

/** People use the machine of a session by a terminal (web.md 7.4). */
@LogsErrors("request failed")
class TerminalsIT extends OnTerminals {
  @Test
  void aShellRunsAsTheAgentsCommandsDo() throws Throwable {
    var machine = machine();

    String body = json("rows", 30, "columns", 100, "cwd", "src");
    var opened = admin.post(terminals(), body).ok();
    var shell = machine.hear(ToRemote.Exec.class);

    assertThat(shell.id()).isEqualTo(opened.text("/terminal_id"));
    assertThat(shell.pty()).isEqualTo(new ToRemote.PtySize(30, 100));
    assertThat(shell.cwd()).isEqualTo("src");
    assertThat(shell.timeoutMillis()).isZero();
    assertThat(shell.argv()).hasSize(3).last().asString().contains("exec bash");
    var listed = admin.get(terminals()).ok();
    assertThat(listed.at("/items/0")).isEqualTo(opened.json());
    assertThat(listed.at("/items/0/viewers").asInt(-1)).isZero();
    assertThat(server.given().lastAudit().action()).isEqualTo("open_terminal");
    assertThat(server.given().lastAudit().data().toString()).contains(session, shell.id());
  }

  @Test
  void whatIsTypedGoesToTheMachineAndItsOutputComesBack() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());
    assertThat(viewer.hear("start"))
        .isEqualTo(
            Json.MAPPER.readTree(
                "{\"type\": \"start\", \"from\": 0, \"rows\": 24, \"columns\": 80}"));

    viewer.type("echo ä\r");
    var input = machine.hear(ToRemote.Input.class);
    machine.output(terminal.shell().channel(), 0, "the key is swordfish\r\n$ ");

    assertThat(input.id()).isEqualTo(terminal.id());
    assertThat(new String(Base64.getDecoder().decode(input.data()), UTF_8)).isEqualTo("echo ä\r");
    assertThat(input.end()).isFalse();
    assertThat(viewer.seen("$ ")).isEqualTo("the key is swordfish\r\n$ ");
  }

  @Test
  void twoSeeTheSameAndTheSizeIsThatOfTheOneWhoChangedHisLast() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var one = connect(terminal.id());
    var other = connect(terminal.id());
    one.hear("start");
    other.hear("start");
    await(() -> admin.get(terminals()).ok().at("/items/0/viewers").asInt() == 2);

    one.say(json("type", "resize", "rows", 40, "columns", 120));
    other.say(json("type", "resize", "rows", 0, "columns", 120));
    other.say("no JSON");
    machine.output(terminal.shell().channel(), 0, "both");

    assertThat(machine.hear(ToRemote.Resize.class))
        .isEqualTo(new ToRemote.Resize(terminal.id(), new ToRemote.PtySize(40, 120)));
    assertThat(other.hear("resize").path("rows").asInt()).isEqualTo(40);
    assertThat(one.seen("both")).isEqualTo(other.seen("both"));
  }

  @Test
  void whoComesBackSeesWhatIsKeptOrWhatHeHasMissed() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var first = connect(terminal.id());
    machine.output(terminal.shell().channel(), 0, "0123456789");
    first.seen("9");
    first.socket.abort();

    var whole = connect(terminal.id());
    var rest = connectAt(terminals(terminal.id()) + "/connect?from=7");
    var beyond = connectAt(terminals(terminal.id()) + "/connect?from=99");

    assertThat(whole.seen("9")).isEqualTo("0123456789");
    assertThat(rest.hear("start").path("from").asInt()).isEqualTo(7);
    assertThat(rest.seen("9")).isEqualTo("789");
    assertThat(beyond.hear("start").path("from").asInt()).isEqualTo(10);
  }

  @Test
  void theLastQuarterOfAMebibyteIsKept() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    int piece = 64 << 10;
    var viewer = connect(terminal.id());
    for (int i = 0; i < 6; i++) {
      machine.output(terminal.shell().channel(), (long) i * piece, ("" + i).repeat(piece));
      viewer.seen("" + i);
    }

    var late = connect(terminal.id());

    assertThat(late.hear("start").path("from").asInt()).isEqualTo(2 * piece);
    assertThat(late.seen("5")).hasSizeGreaterThan(0).startsWith("2");
  }

  @Test
  void theEndOfTheShellIsTheEndOfTheTerminal() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());
    viewer.hear("start");

    machine.output(terminal.shell().channel(), 0, "bye");
    machine.exited(terminal.id(), 3, 3);

    assertThat(viewer.seen("bye")).isEqualTo("bye");
    var exit = viewer.hear("exit");
    assertThat(exit.path("reason").asString()).isEqualTo("exited");
    assertThat(exit.path("code").asInt()).isEqualTo(3);
    assertThat(viewer.closeCode()).isEqualTo(1000);
    assertThat(machine.hear(ToRemote.Forget.class).ids()).containsExactly(terminal.id());
    await(() -> admin.get(terminals()).ok().at("/items").isEmpty());
    refused(404, () -> connect(terminal.id()));
  }

  @Test
  void aTerminalThatIsClosedIsKilled() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());
    viewer.hear("start");
    await(() -> admin.get(terminals()).ok().at("/items/0/viewers").asInt() == 1);

    var closed = admin.delete(terminals(terminal.id())).ok();

    assertThat(closed.at("/viewers").asInt()).isEqualTo(1);
    assertThat(machine.hear(ToRemote.Signal.class))
        .isEqualTo(new ToRemote.Signal(terminal.id(), "KILL"));
    var exit = viewer.hear("exit");
    assertThat(exit.path("reason").asString()).isEqualTo("closed");
    assertThat(exit.path("code").getNodeType()).isEqualTo(JsonNodeType.NULL);
    assertThat(server.given().lastAudit().action()).isEqualTo("close_terminal");
    admin.delete(terminals(terminal.id())).refused(404, "terminal_not_found");
  }

  @Test
  void aRefusedInputIsNotTheEnd() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());

    machine.say(new ToServer.Failed(terminal.id(), "invalid", "8 MiB are unread"));
    machine.output(terminal.shell().channel(), 0, "still there");

    assertThat(viewer.seen("there")).isEqualTo("still there");
  }

  @Test
  void aTerminalThatTheMachineRefusesIsOver() throws Throwable {
    var machine = machine();
    String id = admin.post(terminals(), json("rows", 1, "columns", 1)).ok().text("/terminal_id");
    var shell = machine.hear(ToRemote.Exec.class);
    machine.say(new ToServer.Failed(shell.id(), "invalid", "no"));

    await(() -> admin.get(terminals()).ok().at("/items").isEmpty());
    admin.delete(terminals(id)).refused(404, "terminal_not_found");
  }

  @Test
  void aSessionHasEightAtMost() throws Throwable {
    var machine = machine();
    for (int i = 0; i < 8; i++) {
      open(machine);
    }
    admin.post(terminals(), json("rows", 24, "columns", 80)).refused(409, "too_many_terminals");

    String first = admin.get(terminals()).ok().text("/items/0/terminal_id");
    admin.delete(terminals(first)).ok();
    machine.hear(ToRemote.Signal.class);
    open(machine);
  }

  @Test
  void itEndsWithTheConnectionAndWhatIsLeftIsKilledOnTheNext() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());
    viewer.hear("start");

    machine.socket.abort();

    assertThat(viewer.hear("exit").path("reason").asString()).isEqualTo("machine_away");
    var again = machine(List.of(new ToServer.JournalEntry(terminal.id(), true)));
    ToRemote heard;
    do {
      heard = again.hear();
    } while (!(heard instanceof ToRemote.Signal));
    assertThat(heard).isEqualTo(new ToRemote.Signal(terminal.id(), "KILL"));
    admin.delete(terminals(terminal.id())).refused(404, "terminal_not_found");
  }

  @Test
  void itEndsWithTheSession() throws Throwable {
    var machine = machine();
    var viewer = connect(open(machine).id());
    viewer.hear("start");

    admin.delete(path("sessions/" + session)).ok();

    assertThat(viewer.hear("exit").path("reason").asString()).isEqualTo("machine_away");
  }

  @Test
  void withoutAMachineThereIsNone() throws Throwable {
    admin.get(terminals()).refused(409, "machine_away");
    admin.post(terminals(), json("rows", 1, "columns", 1)).refused(409, "machine_away");
    String none = terminals("terminal-" + "0".repeat(32));
    admin.delete(none).refused(409, "machine_away");
    refused(409, () -> connectAt(none + "/connect"));

    Peer.greeted(http, gateway(), token);
    admin.post(terminals(), json("rows", 1, "columns", 1)).refused(409, "no_terminals");
    admin.get(none + "/connect").refused(404, "terminal_not_found");
  }

  @Test
  void badSizesAreRefused() {
    admin.post(terminals(), "{}").invalid("body.rows missing", "body.columns missing");
    admin
        .post(terminals(), json("rows", 0, "columns", 1001, "cwd", ""))
        .invalid("body.rows too_small", "body.columns too_large", "body.cwd too_short");
  }

  @Test
  void typingKeepsTheSessionFromFallingAsleep() throws Throwable {
    var machine = machine();
    var terminal = open(machine);
    var viewer = connect(terminal.id());
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - interval '1 hour' WHERE session_id = ?",
            session);

    viewer.type("x");

    machine.hear(ToRemote.Input.class);
    String since =
        "SELECT count(*) FROM session WHERE session_id = ? AND idle_since > now() - interval '5 minutes'";
    await(() -> server.given().number(since, session) == 1);
  }

  private interface Attempt {
    Object make() throws Throwable;
  }

  private static void refused(int status, Attempt attempt) {
    assertThatThrownBy(attempt::make)
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(status));
  }

  @Test
  void oneWhoseAnswerGetsLostIsListedAndRecorded() throws Throwable {
    var machine = machine();
    server.given().update("ALTER TABLE idempotency ADD CONSTRAINT no_more CHECK (false) NOT VALID");
    try {
      String size = json("rows", 24, "columns", 80);
      assertThat(admin.with("Idempotency-Key", "one").post(terminals(), size).status())
          .isEqualTo(500);
    } finally {
      server.given().update("ALTER TABLE idempotency DROP CONSTRAINT no_more");
    }

    var shell = machine.hear(ToRemote.Exec.class);
    assertThat(server.given().lastAudit().action()).isEqualTo("open_terminal");
    assertThat(admin.get(terminals()).ok().text("/items/0/terminal_id")).isEqualTo(shell.id());
  }

  @Test
  void whatWasSaidToItTooEarlyIsNotItsEnd() throws Throwable {
    var machine = machine();
    String id = admin.post(terminals(), json("rows", 24, "columns", 80)).ok().text("/terminal_id");
    machine.hear(ToRemote.Exec.class);

    machine.say(new ToServer.Failed(id, "unknown_command", "there is none"));
    machine.say(new ToServer.Started(id, 1));

    connect(id).type("x");
    assertThat(machine.hear(ToRemote.Input.class).id()).isEqualTo(id);
  }
}
