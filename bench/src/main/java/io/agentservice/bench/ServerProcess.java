package io.agentservice.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The server as a process, with the launcher's settings of the JVM, on the embedded database. */
final class ServerProcess implements AutoCloseable {
  static final String TOKEN = "bench-bootstrap-token-0123456789";
  private static final Path CLI = Path.of("cli/target/agent-cli.jar").toAbsolutePath();
  private static final Path BINARIES =
      Path.of("remote/target/dist/agent-rs/remote").toAbsolutePath();
  private static final int PORT = 18_099;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Process process;
  private final long started;

  private ServerProcess(Process process, long started) {
    this.process = process;
    this.started = started;
  }

  static ServerProcess start(Path home) throws IOException {
    return start(home, Map.of());
  }

  static ServerProcess start(Path home, Map<String, String> settings) throws IOException {
    return start(home, settings, 256);
  }

  /** {@code databaseUrl} null: the embedded one. */
  static ServerProcess start(Path home, @Nullable String databaseUrl, int heapMegabytes)
      throws IOException {
    return start(
        home,
        databaseUrl == null ? Map.of() : Map.of("AGENT_DATABASE_URL", databaseUrl),
        heapMegabytes);
  }

  /** With further settings and that much memory. */
  static ServerProcess start(Path home, Map<String, String> settings, int heapMegabytes)
      throws IOException {
    var builder =
        java(List.of("io.agentservice.server.Main"), home.resolve("server.log"), heapMegabytes);
    return start(builder, home, settings);
  }

  /** As a user starts it: by the launcher, which becomes the server. */
  static ServerProcess launch(Path home) throws IOException {
    var builder = new ProcessBuilder(Path.of("agent").toAbsolutePath().toString(), "server");
    builder.redirectErrorStream(true).redirectOutput(home.resolve("server.log").toFile());
    return start(builder, home, Map.of());
  }

  private static ServerProcess start(
      ProcessBuilder builder, Path home, Map<String, String> settings) throws IOException {
    builder.environment().putAll(settings);
    builder
        .environment()
        .putAll(
            Map.of(
                "AGENT_HOME",
                home.toString(),
                "AGENT_PORT",
                Integer.toString(PORT),
                "AGENT_BOOTSTRAP_TOKEN",
                TOKEN,
                "AGENT_REMOTE_BINARIES",
                BINARIES.toString(),
                "AGENT_REPLAY_MODELS",
                "true",
                "AGENT_RATE_READS",
                "0",
                "AGENT_RATE_WRITES",
                "0",
                "AGENT_RATE_CREATES",
                "0"));
    long started = System.nanoTime();
    return new ServerProcess(builder.start(), started);
  }

  static ProcessBuilder java(List<String> arguments, Path log) {
    return java(arguments, log, 256);
  }

  private static ProcessBuilder java(List<String> arguments, Path log, int heapMegabytes) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xmx" + heapMegabytes + "m",
            "--enable-native-access=ALL-UNNAMED"));
    command.add("-XX:+AutoCreateSharedArchive");
    command.add("-XX:SharedArchiveFile=" + archive());
    command.addAll(List.of("-cp", CLI.toString()));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
  }

  /** Java ignores an archive that is older than the classes, and does not write it anew. */
  private static Path archive() {
    var archive = Path.of("bench/target/server.jsa").toAbsolutePath();
    long built = CLI.toFile().lastModified();
    if (archive.toFile().lastModified() < built && archive.toFile().delete()) {
      System.out.println(
          "the class archive is older than the build: the first start writes it anew");
    }
    return archive;
  }

  /** This one, once it answers. */
  ServerProcess ready() throws InterruptedException {
    awaitFirstAnswer();
    return this;
  }

  static URI url() {
    return URI.create("http://127.0.0.1:" + PORT);
  }

  /** Milliseconds from the start of the process to the first answer with status 200. */
  double awaitFirstAnswer() throws InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(url().resolve("/readyz")).build();
      while (System.nanoTime() - started < PATIENCE_NANOS) {
        try {
          if (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
            return (System.nanoTime() - started) / 1e6;
          }
        } catch (IOException e) {
          Thread.sleep(2);
        }
      }
    }
    throw new IllegalStateException("the server does not answer; see server.log");
  }

  Process process() {
    return process;
  }

  /** Resident memory of the JVM in MB. */
  double residentMegabytes() throws IOException {
    return residentMegabytes(process.pid());
  }

  static double residentMegabytes(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
      }
    }
    throw new IllegalStateException("no VmRSS of process " + pid);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
