package io.agentservice.cli.doctor;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Browsers;
import io.agentservice.cli.process.Program;
import io.agentservice.cli.service.Service;
import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code agent doctor} examines of the machine.
 *
 * @param variables the environment, with the flags above it
 */
record MachineChecks(Map<String, String> variables, Home home) {
  private static final int JAVA = 25;
  private static final long MEGABYTE = 1 << 20;

  /** Below it nothing works: the database alone takes 100 MB at once. */
  private static final long LEAST = 500 * MEGABYTE;

  private static final long COMFORTABLE = 5000 * MEGABYTE;

  private static final List<String> SECRETS =
      List.of("credentials.json", "server.json", "master.key");

  Finding java() {
    var found = System.getProperty("java.version") + " in " + System.getProperty("java.home");
    if (Runtime.version().feature() < JAVA) {
      return Finding.problem("Java " + found, "Install a JDK " + JAVA + " and set JAVA_HOME");
    }
    return Files.exists(Path.of(System.getProperty("java.home"), "bin", "javac"))
        ? Finding.ok("JDK " + found)
        : Finding.warning(
            "Java " + found + " has no compiler: sources that change can't be built",
            "Install a whole JDK, not a runtime only");
  }

  Finding git() {
    return Program.tryRun(Path.of("").toAbsolutePath(), List.of("git", "--version"))
        .filter(result -> result.exitCode() == 0)
        .map(result -> Finding.ok(result.output().strip()))
        .orElseGet(() ->
            Finding.warning(
                "There is no git in PATH: agents can't see or record changes", "Install git"));
  }

  Finding dataDirectory() {
    var path = home.path();
    if (!Files.exists(path)) {
      var there = nearest(path);
      return Files.isDirectory(there) && Files.isWritable(there)
          ? Finding.ok(path + " will be made")
          : Finding.problem(
              "%s can't be made: %s is not writable".formatted(path, there),
              "Set AGENT_HOME to a directory that you may write");
    }
    if (!Files.isDirectory(path) || !Files.isWritable(path)) {
      return Finding.problem(
          path + " is no directory that you may write",
          "Set AGENT_HOME to one, or give it to this user");
    }
    var open =
        Stream.concat(Stream.of(path), SECRETS.stream().map(path::resolve))
            .filter(OwnerOnly::isOpen)
            .map(Path::toString)
            .toList();
    return open.isEmpty()
        ? Finding.ok(path + " is its owner's only")
        : Finding.warning(
            "Others may read or write " + String.join(", ", open),
            "chmod go-rw " + String.join(" ", open));
  }

  private static Path nearest(Path path) {
    var there = path;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there;
  }

  Finding disk() {
    try {
      var store = Files.getFileStore(nearest(home.path()));
      long free = store.getUsableSpace();
      var message = "%,d MB are free for %s".formatted(free / MEGABYTE, home.path());
      return free < LEAST
          ? Finding.problem(message, "Free space, or set AGENT_HOME to another disk")
          : free < COMFORTABLE
              ? Finding.warning(message, "Free space: database, logs and remotes grow there")
              : Finding.ok(message);
    } catch (IOException e) {
      return Finding.warning("The space of %s can't be told: %s".formatted(home.path(), e), "df");
    }
  }

  Finding remote() {
    return Optional.ofNullable(Service.settings(home, variables).get("AGENT_REMOTE_BINARIES"))
        .map(Path::of)
        .filter(Files::isDirectory)
        .map(directory -> Finding.ok(directory.toString()))
        .orElseGet(() ->
            Finding.warning(
                "No remote binaries are built here: workers have nothing to fetch",
                "Build with ./agent, or set AGENT_REMOTE_BINARIES"));
  }

  Finding browser() {
    var set = Browsers.named(variables);
    if (set.isEmpty()) {
      return Browsers.installed(variables)
          .map(found ->
              Finding.warning(
                  "Sessions have no browser, though there is " + found,
                  "AGENT_CHROME_PATH=" + found + " gives them one"))
          .orElseGet(() -> Finding.ok("none: sessions have no browser"));
    }
    return Browsers.usable(set.get())
        .map(file -> Finding.ok(file.toString()))
        .orElseGet(() ->
            Finding.problem(
                "AGENT_CHROME_PATH names no executable file: " + set.get(),
                "Set it to the browser's program, or unset it"));
  }
}
