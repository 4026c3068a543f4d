package io.agentservice.worker.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Bubblewrap as it works on this machine: each remote gets user, process, mount, IPC and host name
 * namespaces of its own, no capability, and is the first process in them, so that the kernel ends
 * all that it started with it.
 */
public final class Sandbox {
  private static final int SECONDS = 10; // for a try; it takes some milliseconds

  /** Those who have the rule against user namespaces of programs that no profile names. */
  private static final Path APPARMOR =
      Path.of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");

  private final Path bwrap;

  /** Of util-linux; ends the remote when bubblewrap itself is killed. */
  private final Path setpriv;

  private final List<Path> readable;
  private final List<Path> writable;
  private final Runtimes runtimes = new Runtimes();

  private Sandbox(Path bwrap, Path setpriv, List<Path> readable, List<Path> writable) {
    this.bwrap = bwrap;
    this.setpriv = setpriv;
    this.readable = readable;
    this.writable = writable;
  }

  /**
   * The sandbox, tried once.
   *
   * @param environment where PATH is looked up
   * @param readable what the operator shows besides, read-only
   * @param writable what the operator shares with all sessions
   * @throws UnavailableException when it doesn't work here
   */
  public static Sandbox of(
      Map<String, String> environment, List<Path> readable, List<Path> writable)
      throws UnavailableException {
    var sandbox =
        new Sandbox(
            program("bwrap", environment)
                .orElseThrow(() ->
                    new UnavailableException(
                        "bubblewrap is not installed", "Install the package bubblewrap")),
            program("setpriv", environment)
                .orElseThrow(() ->
                    new UnavailableException(
                        "there is no program setpriv", "Install the package util-linux")),
            List.copyOf(readable),
            List.copyOf(writable));
    sandbox.tryOut();
    return sandbox;
  }

  private static Optional<Path> program(String name, Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> directory.startsWith("/"))
        .map(directory -> Path.of(directory, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** No sandbox can be had; the message is one line, the advice what to do. */
  public static final class UnavailableException extends Exception {
    private final String advice;

    UnavailableException(String message, String advice) {
      super(message);
      this.advice = advice;
    }

    public String advice() {
      return advice;
    }
  }

  private void tryOut() throws UnavailableException {
    var command = new ArrayList<>(namespaces());
    command.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--"));
    command.addAll(lastWords());
    command.add("true");
    try {
      var output = Files.createTempFile("agent-sandbox", ".out");
      try {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().retainAll(List.of("PATH")); // ours holds the worker's token
        var process = builder.redirectOutput(output.toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new UnavailableException("bubblewrap hangs", "Run `bwrap --ro-bind / / true`");
        }
        if (process.exitValue() != 0) {
          throw refused(new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
        }
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UnavailableException("bubblewrap can't be run: " + e.getMessage(), "See " + bwrap);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted", "Start again");
    }
  }

  private static UnavailableException refused(String output) {
    var said = output.lines().findFirst().orElse("no reason given").strip();
    return new UnavailableException(
        "bubblewrap does not work here: " + said,
        isRestrictedByAppArmor()
            ? "Let bwrap make user namespaces by an AppArmor profile (docs/isolation.md)"
            : "In a container: allow user namespaces and an unmasked /proc (docs/isolation.md)");
  }

  private static boolean isRestrictedByAppArmor() {
    try {
      return Files.exists(APPARMOR) && Files.readString(APPARMOR).strip().equals("1");
    } catch (IOException _) {
      return false;
    }
  }

  /**
   * Words before the remote's own command; they read its environment and end as it ends.
   *
   * @throws IOException with one line when this working directory can't be walled in
   */
  List<String> prefix(Place place) throws IOException {
    var command = new ArrayList<>(namespaces());
    command.addAll(new Walls(readable, writable, place).arguments());
    command.add("--");
    command.addAll(lastWords());
    return command;
  }

  Runtimes runtimes() {
    return runtimes;
  }

  private List<String> namespaces() {
    return List.of(
        bwrap.toString(),
        "--unshare-user",
        "--unshare-pid",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--as-pid-1",
        "--cap-drop",
        "ALL");
  }

  private List<String> lastWords() {
    return List.of(setpriv.toString(), "--pdeathsig", "KILL");
  }
}
