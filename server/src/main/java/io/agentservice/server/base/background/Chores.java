package io.agentservice.server.base.background;

import io.agentservice.server.base.db.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The chores of a node, each on its own thread. */
public final class Chores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

  /** A node that starts has more urgent work. */
  private static final Duration FIRST = Duration.ofSeconds(5);

  private static final Duration STAGGER = Duration.ofMillis(20);

  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Background background;
  private final Leadership leadership;
  private final List<Chore> chores;
  private final List<LastingThread> threads = new ArrayList<>();
  private volatile boolean closed;

  private Chores(Background background, Leadership leadership, List<Chore> chores) {
    this.background = background;
    this.leadership = leadership;
    this.chores = chores;
  }

  /** Starts them all, and the leadership's own. */
  public static Chores start(Background background, Leadership leadership, List<Chore> chores) {
    var all = all(leadership, chores);
    if (all.stream().map(Chore::name).distinct().count() < all.size()) {
      throw new IllegalArgumentException("two chores have the same name");
    }
    var started = new Chores(background, leadership, all);
    all.forEach(started::start);
    return started;
  }

  private static List<Chore> all(Leadership leadership, List<Chore> chores) {
    var all = new ArrayList<>(chores);
    all.add(
        leadership.chore(
            chores.stream()
                .filter(chore -> chore.nodes() == Chore.Nodes.LEADER)
                .map(Chore::bell)
                .toList()));
    return List.copyOf(all);
  }

  private void start(Chore chore) {
    var run = new Run(chore, STAGGER.multipliedBy(threads.size()));
    threads.add(
        background.start(
            // Not virtual ones: lapses must not wait for a processor behind a thousand loops.
            Thread.ofPlatform().daemon().name(chore.name()), chore.longest(), run::pause, run));
  }

  /** The names of those that run. */
  public List<String> names() {
    return chores.stream().map(Chore::name).toList();
  }

  /** One chore's runs, one after the other. */
  private final class Run implements Runnable {
    private final Chore chore;
    private Duration pause;
    private boolean failed;

    Run(Chore chore, Duration later) {
      this.chore = chore;
      pause = (chore.pace().compareTo(FIRST) < 0 ? chore.pace() : FIRST).plus(later);
    }

    boolean pause() throws InterruptedException {
      chore.bell().await(pause);
      pause = chore.pace();
      return !closed;
    }

    /** Work that goes well must not count as stuck, however much there is. */
    private BooleanSupplier bounded() {
      long most = chore.longest().toNanos() / 2;
      long began = System.nanoTime();
      return () -> !closed && System.nanoTime() - began < most;
    }

    @Override
    public void run() {
      if (chore.nodes() == Chore.Nodes.LEADER && !leadership.isHeld()) {
        return;
      }
      try {
        chore.work().run(bounded());
        if (failed) {
          LOG.info("{} works again", chore.name());
        }
        failed = false;
      } catch (RuntimeException | Error e) {
        boolean outage = Outage.is(e); // told once by itself, with its end
        if (outage || !failed) {
          background.failed(chore.name(), e);
        }
        failed |= !outage;
      }
    }
  }

  /** Ends after the current step; an interrupt could end a database connection. */
  @Override
  public void close() {
    closed = true;
    chores.forEach(chore -> chore.bell().ring());
    long end = System.nanoTime() + CLOSING.toNanos();
    try {
      for (var thread : threads) {
        thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
