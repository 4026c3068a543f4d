package io.agentservice.worker.claims;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import java.time.Duration;

/** Releases claims (fleet.md 7 step 13) over connections that a stop does not cut. */
public final class Releases implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final AgentClient client;
  private final Progress progress;

  public Releases(AgentClient client, Progress progress) {
    this.client = client;
    this.progress = progress;
  }

  /** Tries for 30 s, once when the stop becomes {@link Level#KILL}; what fails lapses by itself. */
  public void release(String sessionId, String acceptorId, Stop stop) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String reason;
    do {
      var answerTime = Duration.ofSeconds(stop.reached(Level.KILL) ? 2 : 5);
      try {
        if (client.withTimeout(answerTime).fleet().release(sessionId, acceptorId)) {
          progress.tell(new WorkerEvent.Released(sessionId));
        }
        return;
      } catch (ClientException e) {
        reason = e.getMessage();
        if (!e.passing()) {
          break;
        }
      }
    } while (!stop.await(Level.KILL, PAUSE) && System.nanoTime() < end);
    progress.tell(new WorkerEvent.LeftToLapse(sessionId, String.valueOf(reason)));
  }

  @Override
  public void close() {
    client.close();
  }
}
