package io.agentservice.remote.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The packaged program as a process of its own, in a directory of the test. */
public final class RemoteUnderTest implements AutoCloseable {
  private static final Path DIST = Path.of("target/dist/agent-rs/remote").toAbsolutePath();
  private static final Path JAR = Path.of("target/windows/agent-remote.jar").toAbsolutePath();
  private static final Path CACHE = Path.of("target/test-cache").toAbsolutePath();

  private static final String MAIN = "io.agentservice.remote.Main";
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  private final Process process;
  private final Path log;

  private RemoteUnderTest(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** The file that the build made for this machine. */
  public static Path binary() throws IOException {
    try (var names = Files.newDirectoryStream(DIST, "latest_{linux,macos}_*")) {
      var latest = names.iterator().next();
      var suffix = latest.getFileName().toString().substring("latest_".length());
      return DIST.resolve("agent-remote_" + Files.readString(latest).strip() + "_" + suffix);
    }
  }

  /** Environment of a remote of the gateway's session, with its state under the directory. */
  public static Map<String, String> environment(Path directory, FakeGateway gateway) {
    return environment(directory, gateway.address(), gateway.session());
  }

  /** Environment of a remote of a session that no other test has. */
  public static Map<String, String> environment(Path directory, String gateway, String session) {
    var variables = new HashMap<String, String>();
    variables.put("PATH", System.getenv("PATH"));
    variables.put("HOME", directory.toString());
    variables.put("XDG_CACHE_HOME", CACHE.toString());
    variables.put("AGENT_OUTPOST_GATEWAY_URL", gateway);
    variables.put("AGENT_OUTPOST_CONNECT_TOKEN", FakeGateway.TOKEN);
    variables.put("AGENT_OUTPOST_SESSION_ID", session);
    variables.put("AGENT_REMOTE_STATE_DIR", directory.resolve("state").toString());
    return variables;
  }

  /** Serves in {@code <directory>/work}. */
  public static RemoteUnderTest serve(Path directory, FakeGateway gateway) throws IOException {
    return start(directory, environment(directory, gateway), "serve");
  }

  /** Starts the program with exactly these variables. */
  public static RemoteUnderTest start(
      Path directory, Map<String, String> environment, String... arguments) throws IOException {
    return start(directory, environment, program(), arguments);
  }

  /** The packaged program; where no build has packaged one (`make faults`), the classes. */
  private static List<String> program() throws IOException {
    if (!Boolean.getBoolean("remote.unpackaged")) {
      return List.of(binary().toString());
    }
    var options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", NATIVE);
    var classes = List.of("-cp", System.getProperty("java.class.path"), MAIN);
    return Stream.of(List.of(java()), options, classes).flatMap(List::stream).toList();
  }

  /** The file that the build made for Windows; empty where its tools do not run. */
  public static Optional<Path> windowsBinary() throws IOException {
    var latest = DIST.resolve("latest_windows_x64.exe");
    return Files.exists(latest)
        ? Optional.of(
            DIST.resolve("agent-remote_" + Files.readString(latest).strip() + "_windows_x64.exe"))
        : Optional.empty();
  }

  /** Serves as on Windows: the jar, with Java's process API instead of POSIX. */
  public static RemoteUnderTest servePortable(
      Path directory, FakeGateway gateway, String... javaOptions) throws IOException {
    var options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    options.add("-Dagent.remote.processes=portable");
    options.addAll(List.of(javaOptions));
    var java = java(JAR, options);
    return start(directory, environment(directory, gateway), java, "serve");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The words that start a jar with the Java of the test. */
  public static List<String> java(Path jar, List<String> options) {
    var words = new ArrayList<String>();
    words.add(java());
    words.addAll(options);
    words.addAll(List.of("-jar", jar.toString()));
    return words;
  }

  /** Starts another program that is a remote, with exactly these variables. */
  public static RemoteUnderTest start(
      Path directory, Map<String, String> environment, List<String> program, String... arguments)
      throws IOException {
    var command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    var work = Files.createDirectories(directory.resolve("work"));
    var log = Files.createTempFile(directory, "remote", ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new RemoteUnderTest(builder.start(), log);
  }

  public long pid() {
    return process.pid();
  }

  /** Everything that it wrote on stdout and stderr so far. */
  public String log() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the exit. */
  public int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("exit; log: %s", log()).isTrue();
    return process.exitValue();
  }

  /** kill -9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Waits for a condition, looking again every few milliseconds. */
  public static void await(String what, BooleanSupplier condition) throws InterruptedException {
    var deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        fail("not in time: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** Seconds to sleep, by which the sleeping process can be found. */
  public static String marker() {
    return Long.toString(ThreadLocalRandom.current().nextLong(1_000_000_000L, 9_999_999_999L));
  }

  /** True while a process has a command line that contains the text. */
  public static boolean runs(String marker) {
    return ProcessHandle.allProcesses()
        .anyMatch(handle -> handle.info().commandLine().orElse("").contains(marker));
  }

  /** Ends it, and what it left in spite of all. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }
}
