package io.agentservice.e2e.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A queue in memory that can be wrong in chosen ways, to see that the checker notices. */
final class ModelQueue implements QueueApi {
  /** In which way it is wrong. */
  enum Flaw {
    NONE,
    TWO_WINNERS,
    LOST_ON_RELEASE,
    POSITION_BEFORE_COMMIT,
    DEADLINE_GOES_BACK,
    LAPSE_IGNORED,
    STALE_RELEASE_ACCEPTED
  }

  private record Row(Seen seen, long position, boolean ended) {}

  private final Flaw flaw;
  private final long ttl;
  private final Random dice;
  private final Map<String, Row> rows = new HashMap<>();
  private long position;
  private int created;

  ModelQueue(Flaw flaw, long ttl, long seed) {
    this.flaw = flaw;
    this.ttl = ttl;
    this.dice = new Random(seed);
  }

  @Override
  public synchronized String create() {
    String session = "s-" + ++created;
    commit(new Seen(session, null, null, "pending", false, false), false);
    return session;
  }

  @Override
  public synchronized String terminate(String session) {
    var row = rows.get(session);
    if (row != null) {
      var seen = row.seen();
      commit(with(seen, seen.acceptor(), seen.deadline(), "terminated", !seen.claimed()), true);
    }
    return Op.OK;
  }

  @Override
  public Answer claim(String session, String acceptor) {
    boolean late = flaw == Flaw.TWO_WINNERS && chance(20);
    var before = late ? find(session) : null;
    if (late) {
      Load.pause(500);
    }
    mayLose();
    var answer = grant(session, acceptor, before);
    mayLose();
    return answer;
  }

  private synchronized Answer grant(String session, String acceptor, @Nullable Row before) {
    lapse();
    var row = before == null ? rows.get(session) : before;
    if (row == null || row.seen().removed()) {
      return new Answer("entry_not_found", null);
    }
    boolean renewal = acceptor.equals(row.seen().acceptor());
    if (row.seen().claimed() && !renewal) {
      return new Answer("claim_lost", null);
    }
    if (renewal && row.ended()) {
      return new Answer("session_ended", null);
    }
    long deadline = Ticks.now() + ttl;
    if (renewal) {
      deadline =
          flaw == Flaw.DEADLINE_GOES_BACK
              ? row.seen().deadline() - ttl / 10
              : Math.max(row.seen().deadline(), deadline);
    }
    var seen = with(row.seen(), acceptor, deadline, row.seen().status(), false);
    commit(seen, row.ended());
    return new Answer(Op.OK, new Seen(session, acceptor, deadline, seen.status(), false, true));
  }

  @Override
  public Answer release(String session, String acceptor) {
    mayLose();
    var answer = giveBack(session, acceptor);
    mayLose();
    return answer;
  }

  private synchronized Answer giveBack(String session, String acceptor) {
    lapse();
    var row = rows.get(session);
    if (row == null || row.seen().removed()) {
      return new Answer("entry_not_found", null);
    }
    boolean holder = acceptor.equals(row.seen().acceptor());
    if (!holder && !(flaw == Flaw.STALE_RELEASE_ACCEPTED && row.seen().claimed())) {
      return new Answer("not_claim_holder", null);
    }
    if (flaw == Flaw.LOST_ON_RELEASE && chance(20)) {
      rows.remove(session);
      return new Answer(Op.OK, pending(row));
    }
    var seen = pending(row);
    commit(seen, row.ended());
    return new Answer(Op.OK, seen);
  }

  private static Seen pending(Row row) {
    return with(row.seen(), null, null, row.seen().status(), row.ended());
  }

  private static Seen with(
      Seen seen, @Nullable String acceptor, @Nullable Long deadline, String status, boolean gone) {
    return new Seen(seen.session(), acceptor, deadline, status, gone, false);
  }

  /** The flaw: the position is taken now, but readers see the change a little later. */
  private void commit(Seen seen, boolean ended) {
    var row = new Row(seen, ++position, ended);
    if (flaw == Flaw.POSITION_BEFORE_COMMIT && rows.containsKey(seen.session()) && chance(5)) {
      Thread.startVirtualThread(() -> {
        Load.pause(5_000);
        publish(row);
      });
    } else {
      publish(row);
    }
  }

  private synchronized void publish(Row row) {
    rows.merge(
        row.seen().session(), row, (old, now) -> old.position() > now.position() ? old : now);
    notifyAll();
  }

  private void lapse() {
    long now = Ticks.now();
    if (flaw != Flaw.LAPSE_IGNORED) {
      lapse(now);
    } else if (dice.nextInt(100) == 0) {
      lapse(now - ttl / 4);
    }
  }

  private void lapse(long now) {
    rows.values().stream()
        .filter(row -> row.seen().claimed() && row.seen().deadline() <= now)
        .toList()
        .forEach(row -> commit(pending(row), row.ended()));
  }

  private synchronized boolean chance(int percent) {
    return dice.nextInt(100) < percent;
  }

  private synchronized @Nullable Row find(String session) {
    lapse();
    return rows.get(session);
  }

  private static void mayLose() {
    if (ThreadLocalRandom.current().nextInt(100) == 0) {
      throw new LostAnswer("lost", null);
    }
  }

  @Override
  public Page list(@Nullable String cursor, int first, int wait) {
    if (wait > 0) {
      Load.pause(1_000);
    }
    return page(from(cursor), first);
  }

  private synchronized Page page(long from, int first) {
    lapse();
    var found =
        changes(from).stream().filter(row -> !row.seen().removed()).limit(first + 1L).toList();
    boolean more = found.size() > first;
    var shown = more ? found.subList(0, first) : found;
    long next = more ? shown.getLast().position() + 1 : Math.max(from, newest() + 1);
    return new Page(
        new ArrayList<>(shown.stream().map(Row::seen).toList()), Long.toString(next), more);
  }

  private long newest() {
    return rows.values().stream().mapToLong(Row::position).max().orElse(0);
  }

  private List<Row> changes(long from) {
    return rows.values().stream()
        .filter(row -> row.position() >= from)
        .sorted(Comparator.comparingLong(Row::position))
        .toList();
  }

  private static long from(@Nullable String cursor) {
    return cursor == null ? 0 : Long.parseLong(cursor);
  }

  @Override
  public Changes watch(@Nullable String cursor) {
    return new Stream(from(cursor));
  }

  private final class Stream implements Changes {
    private long next;
    private volatile boolean closed;

    Stream(long from) {
      next = from;
    }

    @Override
    public @Nullable Change next() {
      synchronized (ModelQueue.this) {
        lapse();
        while (!closed) {
          var changes = changes(next);
          if (!changes.isEmpty()) {
            next = changes.getFirst().position() + 1;
            return new Change(changes.getFirst().seen(), Long.toString(next));
          }
          if (!await()) {
            return null;
          }
          lapse();
        }
        return null;
      }
    }

    private boolean await() {
      try {
        ModelQueue.this.wait(5);
        return true;
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
