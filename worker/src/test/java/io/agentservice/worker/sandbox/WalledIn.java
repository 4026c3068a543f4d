package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.network.pasta.Translation;
import io.agentservice.worker.process.RemoteEnvironment;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.sandbox.rules.Grants;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Real processes behind real walls; the remote is a shell script. */
abstract class WalledIn {
  static final String SESSION = "agent-0199";
  static final String MARKER = "agent-marker-" + ProcessHandle.current().pid();

  @TempDir Path temporary;
  final Map<String, String> environment = new HashMap<>();
  final BlockingQueue<RemoteProcess.Exit> exits = new LinkedBlockingQueue<>();
  final List<RemoteProcess> started = new ArrayList<>();
  SessionDirectory directory;
  Path work;
  Path data;
  List<Path> hidden;
  @Nullable RunAs user;

  @BeforeEach
  void aMachineWithSecrets() throws Exception {
    work = Files.createDirectories(temporary.resolve("work"));
    data = Files.createDirectories(temporary.resolve("data"));
    hidden = List.of(data);
    directory = SessionDirectory.of(data, SESSION);
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", temporary.resolve("home").toString());
    for (var secret :
        List.of(
            "home/.ssh/id_ed25519",
            "home/.aws/credentials",
            "home/.netrc",
            "home/.config/gh/hosts.yml",
            "home/.npmrc",
            "home/.m2/settings.xml",
            "home/.docker/config.json",
            "home/.kube/config",
            "home/.bash_history",
            "home/secret-name",
            "data/credentials.json",
            "data/mirrors/acme/HEAD",
            "data/sessions/agent-other/state/journal",
            "secrets/agent.env",
            "beside/secret")) {
      var file = temporary.resolve(secret);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "secret\n");
    }
  }

  @AfterEach
  void endAll() {
    started.forEach(remote -> remote.terminate(Duration.ZERO, new Stop()));
  }

  Sandbox sandbox() {
    return sandbox(Grants.NONE);
  }

  Sandbox sandbox(Grants grants) {
    try {
      return Bubblewrap.of(environment, grants);
    } catch (UnavailableException e) {
      assumeTrue(false, here(e.getMessage()));
      throw new AssertionError(e);
    }
  }

  /** One that can give sessions a network of their own which leads out. */
  Sandbox translating() {
    var sandbox = sandbox();
    assumeTrue(sandbox.translatesNetworks(), here(sandbox.machinesNetwork()));
    return sandbox;
  }

  /** What the build looks for where all programs are to be there. */
  private static String here(@Nullable String missing) {
    return String.valueOf(missing).replace("is not installed", "is not installed here");
  }

  RemoteProcess start(String script, @Nullable Sandbox sandbox) throws IOException {
    var program = program();
    Files.createDirectories(program.getParent());
    executable(program, "test \"$1\" != unpack || exit 2\n" + script);
    var state = directory.state(user != null || sandbox != null);
    var variables =
        RemoteEnvironment.of(
            environment,
            URI.create("ws://127.0.0.1:1/gateway"),
            "agc_secret",
            directory,
            state,
            user);
    var enclosure = sandbox == null ? null : enclosure(sandbox);
    var launch =
        new RemoteProcess.Launch(
            program,
            enclosure == null ? variables : enclosure.adapt(variables),
            work,
            null,
            user,
            enclosure);
    var remote = RemoteProcess.start(launch, directory, exits::add);
    started.add(remote);
    return remote;
  }

  private Path program() {
    return temporary.resolve("programs/agent-remote");
  }

  /** Of its own; null: the machine's. */
  Enclosure.@Nullable Network network;

  @Nullable Translation translation;

  Enclosure enclosure(Sandbox sandbox) throws IOException {
    return new Enclosure(
        sandbox,
        program(),
        user == null ? List.of() : user.prefix(),
        work,
        directory.state(true),
        hidden,
        SessionDirectory.walledMirrors(data, user),
        data.resolve("credentials.json"),
        network,
        translation);
  }

  /** As a worker does when nothing of the session runs any more. */
  void left() throws IOException {
    enclosure(sandbox()).left(null);
  }

  static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  String git(String... words) throws Exception {
    return git(work, words);
  }

  static String git(Path directory, String... words) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  RemoteProcess.Exit exit() throws InterruptedException {
    var exit = exits.poll(120, TimeUnit.SECONDS);
    assertThat(exit).isNotNull();
    return exit;
  }

  static List<ProcessHandle> sleeping(String seconds) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").endsWith("sleep " + seconds))
        .toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException _) {
      return "";
    }
  }

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
      LockSupport.parkNanos(10_000_000);
    }
  }
}
