package io.agentservice.e2e.history;

import io.agentservice.e2e.history.Op.Kind;
import io.agentservice.e2e.history.QueueApi.LostAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients that work on one queue at once and record it. {@link #run} ends with a queue at rest: no
 * claim is left, the table is recorded, and the watchers had time to see it.
 */
final class Load {
  /** So small that a list has several pages. */
  private static final int PAGE = 7;

  /**
   * A watcher lists with one page: what is removed between two pages of a list is behind the last
   * page's cursor, so that a watch from there never tells of it.
   */
  static final int WHOLE = 200;

  private final QueueApi queue;
  private final History history;
  private final Plan plan;
  private final List<String> sessions = new CopyOnWriteArrayList<>();
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger claims = new AtomicInteger();
  private final List<Watcher> watchers = new ArrayList<>();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private volatile boolean over;

  Load(QueueApi queue, History history, Plan plan) {
    this.queue = queue;
    this.history = history;
    this.plan = plan;
  }

  /**
   * How much of it.
   *
   * @param micros how long the clients write
   * @param claims claims after which they stop, if that is sooner
   * @param ttl of a claim, in ticks
   * @param patience for the queue to come to rest and the watchers to see it, in ticks
   */
  record Plan(
      int sessions, int claimers, int watchers, long micros, long claims, long ttl, long patience) {
    Plan {
      if (sessions < 1 || claimers < 1) {
        throw new IllegalArgumentException("a load needs sessions and claimers");
      }
    }
  }

  void run(long seed) throws InterruptedException {
    var random = new Random(seed);
    while (sessions.size() < plan.sessions()) {
      create("first");
    }
    var watching = new ArrayList<Thread>();
    for (int i = 0; i < plan.watchers(); i++) {
      var watcher = new Watcher(queue, history, "watcher-" + i, this);
      watchers.add(watcher);
      watching.add(Thread.startVirtualThread(watcher));
    }
    var writing = new ArrayList<Thread>();
    for (int i = 0; i < plan.claimers(); i++) {
      String name = "claimer-" + i;
      var dice = new Random(random.nextLong());
      writing.add(start(() -> claimSome(name, dice)));
    }
    var dice = new Random(random.nextLong());
    writing.add(start(() -> churn(dice)));
    writing.add(start(() -> snapshot("lister")));
    writing.add(start(new Follower()));
    long end = Ticks.now() + plan.micros();
    while (!over && Ticks.now() < end && claims.get() < plan.claims()) {
      pause(Math.min(20_000, plan.ttl() / 10));
    }
    over = true;
    for (Thread thread : writing) {
      thread.join();
    }
    var fault = failure.get();
    if (fault != null) {
      throw new IllegalStateException("the load broke off: " + fault, fault);
    }
    rest();
    watchers.forEach(Watcher::stop);
    for (Thread thread : watching) {
      thread.join();
    }
  }

  /** How many claims were tried. */
  int claims() {
    return claims.get();
  }

  /** Whether nothing is written any more, or the run has broken off. */
  boolean isOver() {
    return over;
  }

  /** Ends the writing; a run that has ended may be ended again. */
  void stop() {
    over = true;
  }

  /**
   * Again and again until the writing is over; what is lost is recorded where it happens. What must
   * not happen ends the writing and fails the run.
   */
  private Thread start(Runnable step) {
    return Thread.startVirtualThread(() -> {
      while (!over) {
        try {
          step.run();
        } catch (LostAnswer _) {
          pause(plan.ttl() / 20);
        } catch (RuntimeException e) {
          failure.compareAndSet(null, e);
          over = true;
        }
      }
    });
  }

  /** One try of one claimer: claim, and renew, release, let lapse or come back too late. */
  private void claimSome(String actor, Random dice) {
    var present = List.copyOf(sessions); // others end some meanwhile
    String session = present.get(dice.nextInt(present.size()));
    String acceptor = actor + "-" + claims.incrementAndGet();
    String claimed = act(Kind.CLAIM, actor, session, acceptor);
    if (claimed.equals(Op.UNKNOWN) && dice.nextBoolean()) {
      claimed = act(Kind.CLAIM, actor, session, acceptor);
    }
    if (!claimed.equals(Op.OK)) {
      if (dice.nextInt(8) == 0) {
        act(Kind.RELEASE, actor, session, acceptor);
      }
      return;
    }
    while (dice.nextInt(3) == 0) {
      pause(dice.nextLong(plan.ttl() / 4));
      act(Kind.CLAIM, actor, session, acceptor);
    }
    switch (dice.nextInt(12)) {
      case 0 -> {}
      case 1 -> pause(plan.ttl() + plan.ttl() / 2);
      default -> pause(dice.nextLong(Math.max(1, plan.ttl() / 50)));
    }
    if (dice.nextInt(12) != 0) {
      act(Kind.RELEASE, actor, session, acceptor);
    }
    if (dice.nextInt(12) == 0) {
      act(Kind.RELEASE, actor, session, acceptor);
    }
  }

  private String act(Kind kind, String actor, String session, String acceptor) {
    long begin = Ticks.now();
    try {
      var answer =
          kind == Kind.CLAIM ? queue.claim(session, acceptor) : queue.release(session, acceptor);
      record(kind, actor, session, acceptor, answer.result(), begin, answer.entry());
      return answer.result();
    } catch (LostAnswer e) {
      record(kind, actor, session, acceptor, Op.UNKNOWN, begin, null);
      pause(plan.ttl() / 50);
      return Op.UNKNOWN;
    }
  }

  private void record(
      Kind kind,
      String actor,
      String session,
      String acceptor,
      String result,
      long begin,
      @Nullable Seen seen) {
    long end = result.equals(Op.UNKNOWN) ? Ticks.NEVER : Ticks.now();
    history.add(new Op(kind, actor, "", session, acceptor, result, begin, end, seen, null));
  }

  /** Sessions come and go; the number of living ones stays about the same. */
  private void churn(Random dice) {
    pause(plan.ttl() / 5);
    if (sessions.size() > plan.sessions() / 2) {
      String session = sessions.remove(dice.nextInt(sessions.size()));
      long begin = Ticks.now();
      String result = Op.UNKNOWN;
      try {
        result = queue.terminate(session);
      } finally {
        record(Kind.TERMINATE, "churner", session, "", result, begin, null);
      }
    }
    if (sessions.size() < plan.sessions()) {
      create("churner");
    }
  }

  private void create(String actor) {
    long begin = Ticks.now();
    String session = queue.create();
    record(Kind.CREATE, actor, session, "", Op.OK, begin, null);
    sessions.add(session);
  }

  /** A whole list; its rows are recorded once it is whole. */
  Map<String, Seen> snapshot(String actor) {
    var rows = new ConcurrentHashMap<String, Seen>();
    walk(actor, PAGE, rows);
    pause(plan.ttl() / 20);
    return rows;
  }

  /** Fills {@code rows}; answers where a watch goes on. */
  String walk(String actor, int first, Map<String, Seen> rows) {
    String group = actor + "/walk-" + names.incrementAndGet();
    var seen = new ArrayList<Op>();
    long start = Ticks.now();
    String cursor = null;
    QueueApi.Page page;
    do {
      long begin = Ticks.now();
      page = queue.list(cursor, first, 0);
      seen.addAll(rows(actor, group, begin, page));
      if (page.more() && page.cursor().equals(cursor)) {
        throw new IllegalStateException("a list does not move on from cursor " + cursor);
      }
      cursor = page.cursor();
    } while (page.more());
    seen.forEach(history::add);
    seen.forEach(row -> rows.put(row.session(), row.seen()));
    history.add(new Op(Kind.WALK, actor, group, "", "", Op.OK, start, Ticks.now(), null, cursor));
    return cursor;
  }

  private static List<Op> rows(String actor, String group, long begin, QueueApi.Page page) {
    long end = Ticks.now();
    return page.rows().stream()
        .map(row -> new Op(Kind.ROW, actor, group, row.session(), "", Op.OK, begin, end, row, null))
        .toList();
  }

  /** Waits until no claim is left, then records the table and lets the watchers see it. */
  private void rest() {
    long end = Ticks.now() + plan.patience();
    var table = tableAtRest(end);
    long now = Ticks.now();
    table
        .values()
        .forEach(row ->
            history.add(
                new Op(Kind.FINAL, "end", "", row.session(), "", Op.OK, now, now, row, null)));
    while (!watchers.stream().allMatch(w -> w.sees(table)) && Ticks.now() < end) {
      pause(1_000);
    }
  }

  private Map<String, Seen> tableAtRest(long end) {
    while (Ticks.now() < end) {
      try {
        var rows = snapshot("end");
        if (rows.values().stream().noneMatch(Seen::claimed)) {
          return rows;
        }
      } catch (LostAnswer _) {
        pause(plan.ttl() / 20);
      }
    }
    throw new IllegalStateException("the queue did not come to rest");
  }

  static void pause(long micros) {
    LockSupport.parkNanos(micros * 1000);
  }

  /** Follows the queue by long polls. */
  private final class Follower implements Runnable {
    private @Nullable String cursor;

    @Override
    public void run() {
      long begin = Ticks.now();
      var page = queue.list(cursor, PAGE, cursor == null ? 0 : 1);
      rows("follower", "", begin, page).forEach(history::add);
      cursor = page.cursor();
    }
  }
}
