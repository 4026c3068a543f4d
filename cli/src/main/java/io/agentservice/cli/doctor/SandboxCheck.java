package io.agentservice.cli.doctor;

import io.agentservice.cli.process.Program;
import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.settings.VariableAliases;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What keeps sessions of {@code agent up}, {@code run} and {@code demo} apart from the rest of this
 * machine.
 *
 * @param variables the environment
 * @param user who we are
 * @param hindrance why sessions can't run as another user; null: they can
 */
record SandboxCheck(Map<String, String> variables, String user, @Nullable String hindrance) {

  static SandboxCheck of(Map<String, String> variables) {
    String hindrance;
    try {
      hindrance = RunAs.hindrance();
    } catch (IOException e) {
      hindrance = e.getMessage();
    }
    return new SandboxCheck(variables, System.getProperty("user.name", "?"), hindrance);
  }

  Finding examine() {
    try {
      var isolation = Isolation.of(VariableAliases.of(variables));
      return isolation.sandbox() == null ? withoutWalls(isolation) : Finding.ok(isolation.words());
    } catch (UnavailableException e) {
      return Finding.problem(String.valueOf(e.getMessage()), e.advice());
    }
  }

  private Finding withoutWalls(Isolation isolation) {
    var message =
        "%1$s: sessions here run as %2$s and reach whatever %2$s reaches. %3$s. User namespaces are %4$s, bubblewrap is %5$s; with both, AGENT_SANDBOX=auto, the default, walls sessions in"
            .formatted(
                isolation.equals(Isolation.NONE) ? "none" : isolation.words(),
                user,
                hindrance == null
                    ? "A worker can give them a user of their own (--run-as)"
                    : "A user of their own (--run-as) can't be had: " + hindrance,
                namespaces() ? "allowed" : "not to be had",
                program("bwrap").isPresent() ? "there" : "not there");
    return "root".equals(user)
        ? Finding.warning(
            message,
            "Run the service as an ordinary user, or its sessions by `agent worker start --run-as`")
        : Finding.ok(message);
  }

  /** Found out by making one, which ends at once. */
  private boolean namespaces() {
    return program("unshare")
        .flatMap(
            unshare -> Program.tryRun(Path.of("/"), List.of(unshare.toString(), "--user", "true")))
        .filter(result -> result.exitCode() == 0)
        .isPresent();
  }

  private Optional<Path> program(String name) {
    return Stream.of(variables.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(directory -> !directory.isBlank())
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
