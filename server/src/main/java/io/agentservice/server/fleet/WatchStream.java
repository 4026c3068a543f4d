package io.agentservice.server.fleet;

import io.agentservice.server.ids.AccountId;
import io.agentservice.server.queue.Entry;
import io.agentservice.server.queue.FeedSignal;
import io.agentservice.server.queue.Queue;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.WatchEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A watch (fleet.md 5): the changes from a position on, then those that come, in feed order. It
 * holds a position and nothing else, so any node can serve any client.
 */
final class WatchStream {
  private static final int BATCH = 500;
  private static final byte[] KEEPALIVE = ": keepalive\n\n".getBytes(StandardCharsets.UTF_8);

  /** How soon a change that another node made is noticed. */
  private static final Duration POLL = Duration.ofMillis(50);

  private final Queue queue;
  private final FeedSignal signal;
  private final FeedCursor cursor;
  private final Runnable lapses;
  private final Duration longest;
  private final Duration keepalive;

  WatchStream(
      Queue queue,
      FeedSignal signal,
      FeedCursor cursor,
      Runnable lapses,
      Duration longest,
      Duration keepalive) {
    this.queue = queue;
    this.signal = signal;
    this.cursor = cursor;
    this.lapses = lapses;
    this.longest = longest;
    this.keepalive = keepalive;
  }

  /** Writes until the longest time of a watch is over or the client has gone. */
  void write(AccountId account, @Nullable String outpostId, long from, OutputStream out)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long quietSince = start;
    long next = from;
    lapses.run();
    while (System.nanoTime() - start < longest.toNanos()) {
      long seen = signal.seen();
      List<Entry> changes = queue.changes(account, outpostId, next, BATCH);
      for (Entry change : changes) {
        next = change.position() + 1;
        out.write(frame(account, change));
      }
      if (!changes.isEmpty()) {
        out.flush();
        quietSince = System.nanoTime();
      } else if (System.nanoTime() - quietSince > keepalive.toNanos()) {
        out.write(KEEPALIVE);
        out.flush();
        quietSince = System.nanoTime();
      }
      if (changes.size() < BATCH) {
        signal.await(seen, POLL);
      }
    }
  }

  private byte[] frame(AccountId account, Entry change) {
    var event =
        new WatchEvent(
            change.removed() ? "DELETED" : "MODIFIED",
            EntryJson.of(change),
            cursor.encode(account, change.position() + 1));
    return ("data: " + FleetJson.WATCH_EVENT.toJson(event) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
