package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Tests with a session whose machine is played by hand, and its desktop. */
abstract class OnDesktop extends OnPlayedMachine {
  static final String VERSION = "RFB 003.008\n";
  static final String GREETING = VERSION + "\1\1";
  static final String KEY = "\4\1\0\0\0\0\0x";
  static final String WANTED = "\3\1\0\0\0\0\5\0\3 ";

  /** A machine with a desktop, which runs a command. */
  Peer machine() throws Exception {
    var machine = Peer.connect(http, gateway(), token);
    machine.say(
        new ToServer.Hello(
            "4f0c1d2a9b33",
            "linux",
            "/srv",
            List.of("exec", "script", "files", "jobs", "desktop"),
            List.of()));
    machine.hear(ToRemote.Welcome.class);
    machine.hear(ToRemote.Exec.class);
    return machine;
  }

  String desktop(String mode) {
    return here("desktop/connect") + mode;
  }

  TerminalClient connect(String mode) throws Throwable {
    return connect(server.address(), mode, TestServer.ADMIN_KEY);
  }

  TerminalClient connect(String address, String mode, String key) throws Throwable {
    return connect(address + desktop(mode), Map.of("Authorization", "Bearer " + key));
  }

  TerminalClient connect(String address, Map<String, String> headers) throws Throwable {
    return new TerminalClient(http, address, "agent-desktop.v1", headers);
  }

  /** The display greets a new viewer, and he greets back; how the machine was asked for it. */
  static ToRemote.Desktop greet(Peer machine, TerminalClient viewer) throws Exception {
    var asked = machine.hear(ToRemote.Desktop.class);
    machine.say(new ToServer.Started(asked.id(), 0));
    machine.output(asked.channel(), 0, VERSION);
    viewer.seen(VERSION);
    viewer.type(GREETING);
    assertThat(typed(machine)).isEqualTo(GREETING);
    return asked;
  }

  /** What the machine is told that a viewer has sent. */
  static String typed(Peer machine) throws InterruptedException {
    var input = machine.hear(ToRemote.Input.class);
    return new String(Base64.getDecoder().decode(input.data()), StandardCharsets.ISO_8859_1);
  }

  interface Attempt {
    Object make() throws Throwable;
  }

  static void refused(int status, String code, Attempt attempt) {
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
