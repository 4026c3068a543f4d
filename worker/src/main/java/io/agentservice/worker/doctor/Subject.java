package io.agentservice.worker.doctor;

import io.agentservice.worker.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The worker to be, as its flags and variables say, right or wrong.
 *
 * @param flagFault what start would refuse at once; null when nothing
 * @param runAs whom sessions shall run as; null: as the worker
 * @param environment of the worker
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

  /**
   * By what it is known.
   *
   * @param token null without one
   * @param inArguments whether everybody on the machine can read it
   */
  public record Credential(@Nullable String token, boolean inArguments) {
    /** Never shows the token. */
    @Override
    public String toString() {
      return "Credential[inArguments=" + inArguments + "]";
    }
  }

  /** Where it tells how it is; {@code port} 0: nowhere. */
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

  /** Never shows the token or the environment. */
  @Override
  public String toString() {
    return "Subject[apiUrl=%s, outpost=%s, dataDirectory=%s]"
        .formatted(server.apiUrl(), duty.outpost(), directories.data());
  }
}
