package io.agentservice.server.engine.fleet;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.queue.Entry;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.WatchEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A watch (fleet.md 5): the changes after a position, in feed order. It holds only the position.
 */
final class WatchStream {
  private static final int BATCH = 500;
  private static final byte[] KEEPALIVE = ": keepalive\n\n".getBytes(StandardCharsets.UTF_8);

  private final Queue queue;
  private final FeedTail tail;
  private final FeedCursor cursor;
  private final Runnable lapses;
  private final Duration longest;
  private final Duration keepalive;

  WatchStream(
      Queue queue,
      Background background,
      FeedCursor cursor,
      Runnable lapses,
      Duration longest,
      Duration keepalive) {
    this.queue = queue;
    this.tail = new FeedTail(queue, background, this::frame);
    this.cursor = cursor;
    this.lapses = lapses;
    this.longest = longest;
    this.keepalive = keepalive;
  }

  /** Until the longest time or the client's end; {@code living} hears of each write. */
  void write(
      AccountId account,
      @Nullable OutpostId outpostId,
      long from,
      OutputStream out,
      Waits waits,
      Runnable living)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    long quietSince = System.nanoTime();
    long next = from;
    lapses.run();
    try (var reader = tail.open(account)) {
      while (System.nanoTime() < end && !waits.isOver()) {
        var news = news(reader, account, outpostId, next);
        next = news.next();
        for (var frame : news.frames()) {
          out.write(frame.bytes());
        }
        if (!news.frames().isEmpty()) {
          quietSince = System.nanoTime();
          out.flush();
          living.run();
        } else if (System.nanoTime() - quietSince >= keepalive.toNanos()) {
          quietSince = System.nanoTime();
          out.write(KEEPALIVE);
          out.flush();
          living.run();
        }
        long place = next;
        var quiet =
            Duration.ofNanos(Math.min(end, quietSince + keepalive.toNanos()) - System.nanoTime());
        waits.on(() -> reader.await(place, quiet));
      }
    }
  }

  /** Waits until the feed has a change at or after the position, at most so long. */
  void await(
      AccountId account, @Nullable OutpostId outpostId, long from, Duration atMost, Waits waits)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    long next = from;
    try (var reader = tail.open(account)) {
      while (System.nanoTime() < end && !waits.isOver()) {
        var news = news(reader, account, outpostId, next);
        if (!news.frames().isEmpty()) {
          return;
        }
        next = news.next();
        long place = next;
        waits.on(() -> reader.await(place, Duration.ofNanos(end - System.nanoTime())));
      }
    }
  }

  private FeedTail.News news(
      FeedTail.Reader reader, AccountId account, @Nullable OutpostId outpostId, long next) {
    var news = reader.news(next);
    if (news == null) {
      return replay(reader, account, outpostId, next);
    }
    var wanted =
        outpostId == null
            ? news.frames()
            : news.frames().stream().filter(f -> f.outpostId().equals(outpostId)).toList();
    return new FeedTail.News(wanted, news.next());
  }

  /** From the table; after its last page the tail goes on where it began before the look. */
  private FeedTail.News replay(
      FeedTail.Reader reader, AccountId account, @Nullable OutpostId outpostId, long next) {
    long tailFrom = reader.from();
    var changes = queue.changes(account, outpostId, next, BATCH);
    long after = changes.isEmpty() ? next : changes.getLast().position() + 1;
    var frames =
        changes.stream()
            .map(change ->
                new FeedTail.Frame(change.position(), change.outpostId(), frame(account, change)))
            .toList();
    return new FeedTail.News(frames, changes.size() < BATCH ? Math.max(after, tailFrom) : after);
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
