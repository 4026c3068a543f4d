package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged remote as a process, started by the spawn contract (interface.md 10.4). */
public final class RemoteProcess implements AutoCloseable {
  private static final Path CACHE = Path.of("target/remote-cache").toAbsolutePath();

  private final Process process;
  private final Path log;

  private RemoteProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Serves the session in {@code <directory>/work}. */
  public static RemoteProcess start(Path directory, String gateway, String session, String token)
      throws IOException {
    var variables = new HashMap<String, String>();
    variables.put("PATH", System.getenv("PATH"));
    variables.put("HOME", directory.toString());
    variables.put("XDG_CACHE_HOME", CACHE.toString());
    variables.put("AGENT_OUTPOST_GATEWAY_URL", gateway);
    variables.put("AGENT_OUTPOST_CONNECT_TOKEN", token);
    variables.put("AGENT_OUTPOST_SESSION_ID", session);
    variables.put("AGENT_REMOTE_STATE_DIR", directory.resolve("state").toString());
    variables.put("AGENT_CHROME_PATH", chrome());
    variables.put("AGENT_OUTPOST_DESKTOP", "true");
    var log = directory.resolve("remote.log");
    var builder =
        new ProcessBuilder(binary().toString(), "serve")
            .directory(Files.createDirectories(directory.resolve("work")).toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().clear();
    builder.environment().putAll(variables);
    return new RemoteProcess(builder.start(), log);
  }

  /** That of the environment, else one of the usual names; empty for none. */
  private static String chrome() {
    var given = System.getenv("AGENT_CHROME_PATH");
    return given != null
        ? given
        : Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .filter(path -> Files.isExecutable(Path.of(path)))
            .findFirst()
            .orElse("");
  }

  private static Path binary() throws IOException {
    assertThat(Programs.REMOTES)
        .as("the remote is packaged before this module is tested")
        .isDirectory();
    try (var names = Files.newDirectoryStream(Programs.REMOTES, "latest_{linux,macos}_*")) {
      var latest = names.iterator().next();
      var suffix = latest.getFileName().toString().substring("latest_".length());
      return Programs.REMOTES.resolve(
          "agent-remote_" + Files.readString(latest).strip() + "_" + suffix);
    }
  }

  /** Everything that it wrote so far. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for its exit, however long it serves. */
  public int serve() throws InterruptedException {
    return process.waitFor();
  }

  int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("exit; log: %s", log()).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().orTimeout(120, TimeUnit.SECONDS).join();
  }
}
