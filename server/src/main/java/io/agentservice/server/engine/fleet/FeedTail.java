package io.agentservice.server.engine.fleet;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.queue.Entry;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The newest part of each account's feed, read and encoded once for all streams; older changes are
 * read from the table, so that no slow stream holds memory.
 *
 * <p>One thread reads per account with readers, woken by this node's commits, else each 50 ms.
 */
final class FeedTail {
  private static final int BATCH = 1000;
  private static final int KEPT = 5000;
  private static final Duration POLL = Duration.ofMillis(50);

  /** How long a stream waits for the first look at the feed. */
  private static final Duration BEGINNING = Duration.ofSeconds(10);

  /** Longer than the database lets a look stand. */
  private static final Duration STUCK = Duration.ofSeconds(20);

  private final Queue queue;
  private final FeedSignal signal;
  private final Background background;
  private final BiFunction<AccountId, Entry, byte[]> encoding;
  private final Map<AccountId, Tail> tails = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /** {@code encoding}: a change as a stream's frame. */
  FeedTail(Queue queue, Background background, BiFunction<AccountId, Entry, byte[]> encoding) {
    this.queue = queue;
    this.signal = queue.signal();
    this.background = background;
    this.encoding = encoding;
  }

  /** A change as a frame. */
  record Frame(long position, OutpostId outpostId, byte[] bytes) {}

  /** What is there from a position on; {@code next} is the position to go on from. */
  record News(List<Frame> frames, long next) {}

  /** To be closed. Throws {@link DatabaseUnavailableException} without the feed's end. */
  Reader open(AccountId account) throws InterruptedException {
    var reader = enter(account);
    boolean begun = false;
    try {
      begun = reader.tail.begun.await(BEGINNING.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!begun) {
        reader.close();
      }
    }
    if (!begun) {
      throw new DatabaseUnavailableException("the feed can't be read");
    }
    return reader;
  }

  private Reader enter(AccountId account) {
    lock.lock();
    try {
      var tail = tails.computeIfAbsent(account, this::tail);
      tail.readers++;
      return new Reader(tail);
    } finally {
      lock.unlock();
    }
  }

  private Tail tail(AccountId account) {
    var tail = new Tail(account);
    background.start(
        Thread.ofVirtual().name("feed"), STUCK, tail::awaitChange, () -> Lane.NODE.run(tail::read));
    return tail;
  }

  final class Reader implements AutoCloseable {
    private final Tail tail;

    private Reader(Tail tail) {
      this.tail = tail;
    }

    /** Changes from this position on are here, older ones in the table. */
    long from() {
      return tail.from();
    }

    /** Changes from the position on; null when some of them are no longer here. */
    @Nullable News news(long position) {
      return tail.news(position);
    }

    /** Waits until there is a change at or after the position, at most so long. */
    void await(long position, Duration atMost) throws InterruptedException {
      tail.await(position, atMost);
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (--tail.readers == 0) {
          tails.remove(tail.account);
          tail.ended = true; // not interrupted: that could end a connection to the database
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private final class Tail {
    private final AccountId account;
    private final ReentrantLock ring = new ReentrantLock();
    private final Condition grown = ring.newCondition();
    private final ArrayDeque<Frame> frames = new ArrayDeque<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private long from;
    private long next;
    private int readers;
    private long seen = -1;
    private boolean more;
    private volatile boolean ended;

    Tail(AccountId account) {
      this.account = account;
    }

    /** Waits for a change, unless the last look has left some. */
    boolean awaitChange() throws InterruptedException {
      if (!more) {
        signal.await(seen, POLL);
      }
      return !ended;
    }

    void read() {
      more = false;
      seen = signal.seen();
      if (begun.getCount() > 0) {
        begin(queue.position(account) + 1);
      }
      var changes = queue.changes(account, null, next, BATCH);
      add(changes);
      more = changes.size() == BATCH;
    }

    private void begin(long position) {
      ring.lock();
      try {
        from = position;
        next = position;
      } finally {
        ring.unlock();
      }
      begun.countDown();
    }

    private void add(List<Entry> changes) {
      if (changes.isEmpty()) {
        return;
      }
      var added = new ArrayList<Frame>(changes.size());
      for (Entry change : changes) {
        added.add(
            new Frame(change.position(), change.outpostId(), encoding.apply(account, change)));
      }
      ring.lock();
      try {
        frames.addAll(added);
        while (frames.size() > KEPT) {
          from = frames.removeFirst().position() + 1;
        }
        next = changes.getLast().position() + 1;
        grown.signalAll();
      } finally {
        ring.unlock();
      }
    }

    long from() {
      ring.lock();
      try {
        return from;
      } finally {
        ring.unlock();
      }
    }

    @Nullable News news(long position) {
      ring.lock();
      try {
        if (position < from) {
          return null;
        }
        var found = new ArrayDeque<Frame>();
        for (var newest = frames.descendingIterator(); newest.hasNext(); ) {
          var frame = newest.next();
          if (frame.position() < position) {
            break;
          }
          found.addFirst(frame);
        }
        return new News(List.copyOf(found), Math.max(next, position));
      } finally {
        ring.unlock();
      }
    }

    void await(long position, Duration atMost) throws InterruptedException {
      ring.lock();
      try {
        long left = atMost.toNanos();
        while (next <= position && left > 0) {
          left = grown.awaitNanos(left);
        }
      } finally {
        ring.unlock();
      }
    }
  }
}
