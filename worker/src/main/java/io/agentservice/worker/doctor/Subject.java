package io.agentservice.worker.doctor;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The worker to be, as its flags and variables say, right or wrong.
 *
 * @param token null without one
 * @param tokenInArguments whether everybody on the machine can read it
 * @param flagFault what start would refuse at once; null when nothing
 * @param apiUrl without a trailing slash
 * @param outpost id or name
 * @param staticBaseUrl without a trailing slash
 * @param healthPort 0 for none
 * @param runAs whom sessions shall run as; null: as the worker
 * @param workingDirectory of the sessions
 * @param environment of the worker
 * @param process what the system says of this process, on Linux {@code /proc/self}
 */
public record Subject(
    @Nullable String token,
    boolean tokenInArguments,
    @Nullable String flagFault,
    URI apiUrl,
    @Nullable String outpost,
    @Nullable String session,
    @Nullable String acceptorId,
    Path dataDirectory,
    Path cacheDirectory,
    URI staticBaseUrl,
    @Nullable URI gatewayUrl,
    @Nullable String remoteSha,
    @Nullable Integer ptyBridgePort,
    String healthHost,
    int healthPort,
    @Nullable String runAs,
    Path workingDirectory,
    Map<String, String> environment,
    Path process,
    InstantSource clock) {

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
        .formatted(apiUrl, outpost, dataDirectory);
  }
}
