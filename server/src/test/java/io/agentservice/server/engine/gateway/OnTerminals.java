package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestServer;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import java.util.Map;

/** Tests with a session whose machine is played by hand, and terminals of it. */
abstract class OnTerminals extends OnPlayedMachine {
  /** A machine with terminals, which runs a command. */
  Peer machine() throws Exception {
    var machine = machine(List.of());
    machine.hear(ToRemote.Exec.class);
    return machine;
  }

  Peer machine(List<ToServer.JournalEntry> journal) throws Exception {
    return hello(Peer.connect(http, gateway(), token), journal);
  }

  Peer hello(Peer machine, List<ToServer.JournalEntry> journal) throws Exception {
    machine.say(
        new ToServer.Hello(
            "4f0c1d2a9b33",
            "linux",
            "/srv",
            List.of("exec", "script", "files", "jobs", "pty"),
            journal));
    machine.hear(ToRemote.Welcome.class);
    return machine;
  }

  String terminals() {
    return path("sessions/" + session + "/terminals");
  }

  String terminals(String id) {
    return terminals() + "/" + id;
  }

  /** One whose shell runs. */
  Shown open(Peer machine) throws Exception {
    return open(admin, machine);
  }

  Shown open(ApiClient as, Peer machine) throws Exception {
    String id = as.post(terminals(), json("rows", 24, "columns", 80)).ok().text("/terminal_id");
    var shell = machine.hear(ToRemote.Exec.class);
    machine.say(new ToServer.Started(shell.id(), 1));
    return new Shown(id, shell);
  }

  /** A terminal, and how the machine was asked for it. */
  record Shown(String id, ToRemote.Exec shell) {}

  TerminalClient connect(String id) throws Throwable {
    return connectAt(terminals(id) + "/connect");
  }

  TerminalClient connect(String path, String key) throws Throwable {
    return new TerminalClient(
        http, server.address() + path, Map.of("Authorization", "Bearer " + key));
  }

  TerminalClient connectAt(String path) throws Throwable {
    return connect(path, TestServer.ADMIN_KEY);
  }
}
