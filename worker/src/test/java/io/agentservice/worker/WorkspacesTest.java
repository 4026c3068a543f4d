package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.settings.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sessions that have a place of their own each. */
class WorkspacesTest extends WorkerScenario {
  private final List<String> calls = new CopyOnWriteArrayList<>();

  private final class Recorded implements Workspaces {
    @Override
    public Path enter(String sessionId) {
      calls.add("enter " + sessionId);
      return place();
    }

    @Override
    public void leave(String sessionId) {
      boolean released = api.requests.contains(ScriptedApi.post(PENDING, "release"));
      calls.add("leave " + sessionId + (released ? " too late" : ""));
    }
  }

  private Path place() {
    try {
      return Files.createDirectories(temporary.resolve("place"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void commandsRunInTheSessionsPlaceWhichIsLeftBeforeTheClaimIsGivenBack() throws Exception {
    workspaces = new Recorded();
    api.list("pending", PENDING);
    api.remote("4f0c1d2", "touch here; while [ ! -e go ]; do sleep 0.02; done; exit 0");
    var code = run(worker("local", null, true));
    await(() -> told("remote_connected"));
    await(() -> Files.exists(place().resolve("here")));
    api.entry(mine("suspended"));
    Files.createFile(place().resolve("go"));

    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(calls).containsExactly("enter " + SESSION, "leave " + SESSION);
    assertThat(names()).endsWith("released");
  }

  @Test
  void aSessionWithoutAPlaceIsGivenBackAndTheWorkerGoesOn() throws Exception {
    workspaces =
        new Workspaces() {
          @Override
          public Path enter(String sessionId) throws NoWorkspaceException {
            throw new NoWorkspaceException("no room for it", new IllegalStateException());
          }

          @Override
          public void leave(String sessionId) {
            calls.add("leave " + sessionId);
          }
        };
    api.list("pending", PENDING);
    api.remote("4f0c1d2", "exit 0");
    var code = run(worker("local", null, false));
    await(() -> told("released"));
    assertThat(lines().toString()).contains("no room for it");
    assertThat(names()).doesNotContain("remote_started");

    worker.stop();
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.TERMINATED);
  }
}
