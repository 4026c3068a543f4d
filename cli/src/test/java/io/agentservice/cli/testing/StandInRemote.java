package io.agentservice.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.publish.BuiltRemotes;
import io.agentservice.worker.binaries.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A program that workers start as a remote: it connects nowhere, says which process it is, and does
 * not end when it is told to, so that whatever ends it has to kill it.
 *
 * @param directory its release is in {@code remotes}
 */
public record StandInRemote(Path directory) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Publishes it, for {@code AGENT_REMOTE_BINARIES}. */
  public static StandInRemote publish(Path directory) throws IOException {
    var pids = Files.createDirectories(directory.resolve("pids"));
    BuiltRemotes.write(
        directory.resolve("remotes"),
        Platform.current().orElseThrow().suffix(),
        "4f0c1d2a",
        """
        #!/bin/sh
        trap '' TERM INT
        echo > "%s/$$"
        while :; do sleep 0.2; done
        """
            .formatted(pids));
    return new StandInRemote(directory);
  }

  public String binaries() {
    return directory.resolve("remotes").toString();
  }

  /** Those that live. */
  public List<ProcessHandle> running() {
    try (var names = Files.list(directory.resolve("pids"))) {
      return names
          .map(file -> ProcessHandle.of(Long.parseLong(file.getFileName().toString())))
          .flatMap(Optional::stream)
          .filter(process -> process.info().command().isPresent()) // a zombie has none
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void awaitRunning(int number) {
    await(number + " remotes", () -> running().size() == number);
  }

  public static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited for " + what).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
