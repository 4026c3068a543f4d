package io.agentservice.server.agent.loop;

import io.agentservice.wire.frames.ToServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command of a {@link LocalMachine}: a real process. */
final class LocalCommand {
  final Process process;
  final long timeoutMillis;
  final ByteArrayOutputStream output = new ByteArrayOutputStream();
  final CountDownLatch ended = new CountDownLatch(1);
  volatile ToServer.@Nullable Outcome outcome;

  LocalCommand(Process process, long timeoutMillis) {
    this.process = process;
    this.timeoutMillis = timeoutMillis;
    Thread.ofVirtual().start(this::follow);
  }

  private void follow() {
    var killer =
        Thread.ofVirtual()
            .start(() -> {
              try {
                if (timeoutMillis == 0) {
                  process.waitFor();
                } else if (!process.waitFor(timeoutMillis, TimeUnit.MILLISECONDS)) {
                  outcome = ToServer.Outcome.TIMED_OUT;
                  kill();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    try {
      process.getInputStream().transferTo(output);
      process.waitFor();
      killer.join();
      if (outcome == null) {
        outcome = ToServer.Outcome.EXITED;
      }
    } catch (IOException | InterruptedException e) {
      if (outcome == null) { // else its end was killed with it
        outcome = ToServer.Outcome.LOST;
      }
    } finally {
      process.onExit().join(); // who kills it closes its output before it has ended
      ended.countDown();
    }
  }

  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  void signal(String signal) {
    if (process.isAlive()) {
      outcome = ToServer.Outcome.KILLED;
    }
    var pids =
        Stream.concat(process.descendants(), Stream.of(process.toHandle()))
            .map(one -> String.valueOf(one.pid()))
            .toList();
    var kill = new ArrayList<>(List.of("kill", "-" + signal));
    kill.addAll(pids);
    try {
      new ProcessBuilder(kill)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  ToServer.Exited exited(String id) {
    return new ToServer.Exited(id, outcome, process.exitValue(), 1, output.size(), false);
  }
}
