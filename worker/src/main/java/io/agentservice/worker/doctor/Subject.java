package io.agentservice.worker.doctor;

import io.agentservice.worker.settings.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The worker's flags and variables, right or wrong.
 *
 * @param flagFault what start would refuse at once; else null
 * @param runAs the user of sessions; null for the worker's
 * @param process what the system says of this process, on Linux {@code /proc/self}
 */
public record Subject(
    WorkerSettings.Server server,
    Credential credential,
    @Nullable String flagFault,
    WorkerSettings.Duty duty,
    WorkerSettings.Directories directories,
    WorkerSettings.Remote remote,
    Health health,
    @Nullable String runAs,
    Map<String, String> environment,
    Path process,
    InstantSource clock) {

  /** {@code inArguments}: everybody on the machine can read the token, which may be null. */
  public record Credential(@Nullable String token, boolean inArguments) {
    @Override
    public String toString() {
      return "Credential[inArguments=" + inArguments + "]";
    }
  }

  /** Port 0: nowhere. */
  public record Health(String host, int port) {}

  /** A program as the shell would find it; empty when there is none. */
  Optional<Path> program(String name) {
    for (var entry : environment.getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
      var file = Path.of(entry).resolve(name);
      if (!entry.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** The value of a variable; empty when it is unset or blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  @Override
  public String toString() {
    return "Subject[apiUrl=%s, outpost=%s, dataDirectory=%s]"
        .formatted(server.apiUrl(), duty.outpost(), directories.data());
  }
}
