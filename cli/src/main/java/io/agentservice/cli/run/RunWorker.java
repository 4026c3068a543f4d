package io.agentservice.cli.run;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.LocalWorker;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.AgentClient;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The outpost and the worker of one run, so that its session works in its directory whatever else
 * the service does.
 */
public final class RunWorker {
  private final AtomicReference<@Nullable Runnable> served = new AtomicReference<>();
  private final LocalWorker worker;

  private RunWorker(AgentClient client, String key, Place place, Output output) {
    worker =
        LocalWorker.start(
            LocalWorker.settings(
                client,
                key,
                place.outpost(),
                place.data(),
                place.cache(),
                place.directory(),
                place.borrowed()),
            event -> tell(output, event),
            _ -> gone());
  }

  /**
   * Where it works.
   *
   * @param outpost its name
   * @param data what the worker keeps; deleted in the end
   * @param cache shared with other workers
   * @param directory where commands run
   * @param borrowed what git reads there besides
   */
  public record Place(String outpost, Path data, Path cache, Path directory, List<Path> borrowed) {
    public Place {
      borrowed = List.copyOf(borrowed);
    }

    public Place(String outpost, Path data, Path cache, Path directory) {
      this(outpost, data, cache, directory, List.of());
    }
  }

  /** Starts it; the cleanup ends it, with its outpost and all that it kept. */
  public static RunWorker start(
      AgentClient client, String key, Place place, Output output, Cleanup cleanup) {
    LocalWorker.endOrphans(place.data()); // of a run that was killed
    cleanup.later(() -> delete(place.data()));
    var outpost =
        LocalWorker.ensureOutpost(
            client.fleet(), place.outpost(), "agent run in " + place.directory());
    cleanup.later(() -> client.fleet().deleteOutpost(outpost, true));
    var started = new RunWorker(client, key, place, output);
    cleanup.later(started.worker::stop);
    return started;
  }

  /** The session is told when this worker, which alone can serve it, is gone; maybe twice. */
  public void serves(Runnable whenGone) {
    served.set(whenGone);
    if (worker.ended()) {
      whenGone.run();
    }
  }

  private void gone() {
    var whenGone = served.get();
    if (whenGone != null) {
      whenGone.run();
    }
  }

  private static void tell(Output output, WorkerEvent event) {
    if (isTrouble(event) && !Cleanup.interrupted()) {
      output.tell("worker: " + EventLines.of(event));
    }
  }

  /** What matters to somebody who waits for a session. */
  private static boolean isTrouble(WorkerEvent event) {
    return switch (event) {
      case WorkerEvent.Failed _,
          WorkerEvent.Retrying _,
          WorkerEvent.ClaimRefused _,
          WorkerEvent.BinaryRejected _,
          WorkerEvent.Restarting _,
          WorkerEvent.ApiAway _ ->
          true;
      default -> false;
    };
  }

  private static void delete(Path data) {
    try {
      Trees.delete(data);
    } catch (IOException e) {
      throw CommandFailure.failed("could not delete " + data + ": " + e.getMessage(), null);
    }
  }
}
