package io.agentservice.server.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Place;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Repository;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.GitHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real git, from a host over HTTP into a directory of this machine. */
@Timeout(200)
abstract class OnCheckout {
  @TempDir Path directory;
  final GitHost host = new GitHost();
  final MemorySession session = new MemorySession();
  Path work;
  Loops loops;
  LocalMachine machine;

  @BeforeEach
  void open() throws IOException {
    host.open();
    loops = new Loops(Script.SETTINGS, LiveOutput.NONE);
    machine = machine("work");
  }

  @AfterEach
  void close() {
    loops.close();
    machine.close();
    host.close();
  }

  /** Another machine with a working directory of that name, which has the same mirrors. */
  LocalMachine machine(String name) throws IOException {
    return machine(name, Map.of());
  }

  LocalMachine machine(String name, Map<String, String> environment) throws IOException {
    work = Files.createDirectories(directory.resolve(name));
    var all = new HashMap<String, String>();
    all.put("AGENT_GIT_MIRRORS", directory.resolve("mirrors").toString());
    all.put("GIT_CONFIG_GLOBAL", "/dev/null");
    all.putAll(environment);
    return new LocalMachine(work, all);
  }

  void wants(MemorySession of, String... paths) {
    of.repositories = Arrays.stream(paths).map(this::repository).toList();
  }

  Repository repository(String path) {
    return new Repository(path, place(path));
  }

  Place place(String path) {
    return new Place(host.host(), path, host.address(path), false);
  }

  LocalMachine.Connection start(MemorySession of) {
    var connection = machine.connect();
    loops.start(of.current(), connection, script());
    return connection;
  }

  static Models script() {
    return new Script().bash("git -C web log --oneline").say("seen").say("seen again").model();
  }

  <T extends LoopEvent> T newest(MemorySession of, Class<T> kind) {
    Await.until(() -> !of.events(kind).isEmpty());
    return of.events(kind).getLast();
  }

  RepositoryReady ready() throws InterruptedException {
    session.send("go");
    start(session);
    session.await(LoopEvent.Waiting.class);
    return newest(session, RepositoryReady.class);
  }

  /** Another session of the same repositories, once it has worked. */
  MemorySession another() throws InterruptedException {
    var other = new MemorySession();
    other.repositories = session.repositories;
    other.send("go");
    start(other);
    other.await(LoopEvent.Waiting.class);
    return other;
  }

  String shortId() {
    return session.id().hex().substring(20);
  }

  void assertNothingIsLeft() throws IOException {
    try (var files = Files.list(work)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith(".agent-checkout"));
    }
  }
}
