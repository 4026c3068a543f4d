package io.agentservice.client.fleet;

import io.agentservice.client.http.SseStream;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.WatchEvent;
import org.jspecify.annotations.Nullable;

/** An open watch of the queue (fleet.md 5): at-least-once, each event with its cursor. */
public final class EntryWatch implements AutoCloseable {
  private final SseStream stream;

  EntryWatch(SseStream stream) {
    this.stream = stream;
  }

  /**
   * Waits for the next change.
   *
   * @return null when the service ended the watch (at most after five minutes) or it was closed
   *     here; go on from the last cursor
   * @throws UnreachableException when the connection broke
   */
  public @Nullable WatchEvent next() {
    var data = stream.next();
    return data == null ? null : FleetJson.WATCH_EVENT.fromJson(data);
  }

  /** Ends the watch, also from another thread. */
  @Override
  public void close() {
    stream.close();
  }
}
