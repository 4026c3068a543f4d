package io.agentservice.server.context.indexing.clones;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs git in a directory of its own, without configuration, hooks, credential helpers, prompts and
 * other transports. The credential is in the environment only.
 */
public final class GitProcess {
  private static final long LOOK_MILLIS = 100;
  private static final int SHOWN_CHARACTERS = 500;

  /** Of git's error text, which may come from the remote. */
  private static final int READ_BYTES = 4096;

  /** What else a git of the machine needs to find its parts, and the way out. */
  private static final List<String> PASSED_ON =
      List.of(
          "PATH",
          "LD_LIBRARY_PATH",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "http_proxy",
          "https_proxy",
          "HTTPS_PROXY",
          "no_proxy",
          "NO_PROXY");

  private final Remote remote;
  private final Path directory;
  private final Bounds bounds;
  private final BooleanSupplier goesOn;
  private final long end;

  /** {@code longest} limits all git calls together, {@code mostBytes} the disk. */
  public record Bounds(Duration longest, long mostBytes) {}

  /** {@code directory} is ours alone; {@code goesOn}, polled while git works, may end it. */
  public GitProcess(Remote remote, Path directory, Bounds bounds, BooleanSupplier goesOn) {
    this.remote = remote;
    this.directory = directory;
    this.bounds = bounds;
    this.goesOn = goesOn;
    this.end = System.nanoTime() + bounds.longest().toNanos();
  }

  /** Answers its output; throws {@link GitException} when it fails or exceeds the bounds. */
  Path run(String... arguments) {
    var out = directory.resolve("out");
    var errors = directory.resolve("errors");
    try {
      var process =
          builder(arguments)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(errors.toFile())
              .start();
      try {
        await(process);
      } finally {
        end(process);
      }
      if (process.exitValue() != 0) {
        throw new GitException("git " + arguments[0] + " failed: " + shown(errors));
      }
      return out;
    } catch (IOException e) {
      throw new GitException("git can't be run on this server: " + e.getMessage(), e);
    }
  }

  /** Starts one that is written to and read from; to be ended by {@link #end}. */
  Process start(String... arguments) {
    try {
      return builder(arguments).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new GitException("git can't be run on this server: " + e.getMessage(), e);
    }
  }

  /** Ends it with all that it has started. */
  static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private ProcessBuilder builder(String... arguments) {
    var command = new ArrayList<>(List.of("git", "--git-dir=" + directory.resolve("git")));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    var environment = builder.environment();
    environment.keySet().retainAll(PASSED_ON);
    environment.putAll(
        Map.of(
            "HOME", directory.toString(),
            "LC_ALL", "C",
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_TERMINAL_PROMPT", "0",
            "GIT_ALLOW_PROTOCOL", remote.address().getScheme(),
            "GIT_NO_LAZY_FETCH", "1"));
    environment.putAll(configuration());
    return builder;
  }

  private Map<String, String> configuration() {
    var values = new LinkedHashMap<String, String>();
    values.put("core.hooksPath", "/dev/null");
    values.put("credential.helper", "");
    values.put("gc.auto", "0");
    values.put("maintenance.auto", "false");
    values.put("submodule.recurse", "false");
    values.put("http.followRedirects", "false"); // not to whom the credential isn't meant for
    values.put("http.lowSpeedLimit", "1000");
    values.put("http.lowSpeedTime", "60");
    var authorization = remote.authorization();
    if (authorization != null) {
      values.put("http." + remote.origin() + ".extraHeader", "Authorization: " + authorization);
    }
    var environment = new LinkedHashMap<String, String>();
    environment.put("GIT_CONFIG_COUNT", String.valueOf(values.size()));
    int count = 0;
    for (var value : values.entrySet()) {
      environment.put("GIT_CONFIG_KEY_" + count, value.getKey());
      environment.put("GIT_CONFIG_VALUE_" + count, value.getValue());
      count++;
    }
    return environment;
  }

  private void await(Process process) throws IOException {
    try {
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        check();
        checkSize();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    checkSize(); // it may have been quick
  }

  /** Throws {@link GitException} when the time is over, or it is to end. */
  void check() {
    if (!goesOn.getAsBoolean()) {
      throw new GitException("it was given up");
    }
    if (System.nanoTime() - end > 0) {
      throw new GitException("it takes longer than " + bounds.longest().toSeconds() + " s");
    }
  }

  private void checkSize() throws IOException {
    if (size() > bounds.mostBytes()) {
      throw new GitException("it is larger than %,d bytes".formatted(bounds.mostBytes()));
    }
  }

  /** Git renames and deletes files meanwhile. */
  private long size() throws IOException {
    var sum = new long[1];
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sum[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    return sum[0];
  }

  private static String shown(Path errors) throws IOException {
    String text;
    try (var in = Files.newInputStream(errors)) {
      text = new String(in.readNBytes(READ_BYTES), StandardCharsets.UTF_8).strip();
    }
    String line = text.replaceAll("\\s*\\R\\s*", "; ").replaceAll("\\p{Cntrl}", "?");
    return line.substring(0, Math.min(SHOWN_CHARACTERS, line.length()));
  }
}
