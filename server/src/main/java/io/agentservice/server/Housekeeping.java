package io.agentservice.server;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.background.LastingThread;
import io.agentservice.server.base.db.Lane;
import io.agentservice.server.base.http.Idempotency;
import io.agentservice.server.base.http.RateSharing;
import io.agentservice.server.base.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is due by time, on lines that don't wait for each other: lapses; sleep; which connections
 * still count; whether there is a database; slow work, whose amount nobody bounds (placement, the
 * look for what can't be, tombstones). Every step is safe on any number of nodes at once and is
 * taken again when it failed.
 */
final class Housekeeping implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);

  /** Within a second a node is to know what others did to its sessions. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private static final Duration SLOW_TICK = Duration.ofSeconds(5);
  private static final Duration CHECK = Duration.ofSeconds(5);

  /** By so much may an account of which workers are there be late. */
  private static final Duration SIGHTINGS = Duration.ofSeconds(10);

  private static final Duration CLEANING = Duration.ofMinutes(1);

  /** A round on a busy database is done long before. */
  private static final Duration STUCK = Duration.ofSeconds(30);

  /** Thousands of sessions may be waiting for a place. */
  private static final Duration SLOW_STUCK = Duration.ofMinutes(10);

  /** More than reading a repository may take. */
  private static final Duration INDEXING_STUCK = Duration.ofHours(1);

  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final List<Line> lines = new ArrayList<>();
  private final List<LastingThread> threads = new ArrayList<>();
  private volatile boolean closed;

  /**
   * What concerns the connections that this node holds; each looks once.
   *
   * @param revokedStreams ends streams whose credential was revoked
   * @param undriven ends connections of remotes that no loop drives
   * @param fallen ends those that count no longer because of what another node did
   * @param withoutDatabase ends all when this node has had no database for too long
   */
  record Connections(
      Runnable revokedStreams, Runnable undriven, Runnable fallen, Runnable withoutDatabase) {}

  /** Whose work is done here. */
  record Wings(Context context, Engine engine, Enterprise enterprise) {}

  /**
   * Starts the lines.
   *
   * @param connections what is looked at because of this node's connections
   */
  static Housekeeping start(
      Background background,
      Wings wings,
      Idempotency idempotency,
      RateSharing rates,
      Connections connections,
      Settings settings) {
    var engine = wings.engine();
    var sessions = engine.sessions();
    var lifecycle = sessions.lifecycle();
    int tombstoneDays = settings.fleet().tombstoneDays();
    var housekeeping = new Housekeeping();
    housekeeping.begin(
        background,
        "lapses",
        STUCK,
        line(TICK, always(() -> Lane.NODE.run(sessions.claims()::applyLapses))));
    housekeeping.begin(
        background,
        "sleep",
        STUCK,
        line(
            TICK,
            always(() -> lifecycle.sleepIdle(settings.limits().idleSeconds())),
            always(lifecycle::makeRoom),
            new Step(CHECK, engine.setups()::recordEnded),
            always(connections.revokedStreams()),
            new Step(CHECK, connections.undriven())));
    housekeeping.begin(
        background,
        "other-servers",
        STUCK,
        line(
            LOOK,
            always(() -> Lane.NODE.run(connections.fallen())),
            new Step(TICK, () -> Lane.NODE.run(rates::exchange)),
            new Step(SIGHTINGS, () -> Lane.NODE.run(engine.capacity().hypervisors()::write))));
    housekeeping.begin(
        background, "database", STUCK, line(TICK, always(connections.withoutDatabase())));
    housekeeping.beginWithFeatures(background, wings);
    housekeeping.beginSlowWork(background, wings, idempotency, rates, tombstoneDays);
    return housekeeping;
  }

  /** What must not hold up anything else. */
  private void beginSlowWork(
      Background background,
      Wings wings,
      Idempotency idempotency,
      RateSharing rates,
      int tombstoneDays) {
    var engine = wings.engine();
    var lifecycle = engine.sessions().lifecycle();
    var reconciler = engine.sessions().reconciler();
    begin(
        background,
        "slow-work",
        SLOW_STUCK,
        new Line(
            background.slowWork(),
            SLOW_TICK,
            List.of(
                always(() -> lifecycle.endOrphans(this::goesOn)),
                always(() -> lifecycle.evictAll(this::goesOn)),
                always(() -> lifecycle.placeWaiting(this::goesOn)),
                always(reconciler::checkEntries),
                new Step(CLEANING, reconciler::checkSessions),
                new Step(CLEANING, () -> engine.queue().dropTombstones(tombstoneDays)),
                new Step(CLEANING, engine.setups()::forgetUnfinished),
                new Step(CLEANING, idempotency::dropExpired),
                new Step(CLEANING, rates::dropOver),
                new Step(CLEANING, () -> wings.enterprise().erasure().run(this::goesOn)))));
  }

  /** Lines of one feature each. */
  private void beginWithFeatures(Background background, Wings wings) {
    var firing = wings.engine().schedules().firing();
    begin(
        background, "schedules", SLOW_STUCK, line(TICK, always(() -> firing.runDue(this::goesOn))));
    var attachments = wings.context().attachments().attachments();
    begin(
        background,
        "attachments",
        SLOW_STUCK,
        line(SLOW_TICK, new Step(CLEANING, () -> attachments.sweep(this::goesOn))));
    var seals = wings.enterprise().auditLogs().seals();
    begin(background, "audit-seals", SLOW_STUCK, line(TICK, always(() -> seals.run(this::goesOn))));
    var pullRequests = wings.engine().pullRequests();
    begin(
        background,
        "pull-requests",
        SLOW_STUCK,
        line(TICK, always(() -> pullRequests.refresh(this::goesOn))));
    var indexing = wings.context().indexing();
    begin(
        background,
        "indexing",
        INDEXING_STUCK,
        new Line(
            indexing.due(), SLOW_TICK, List.of(always(() -> indexing.work().run(this::goesOn)))));
    var insights = wings.engine().sessions().insights();
    begin(
        background,
        "insights", // only begins them: they are made on threads of their own
        STUCK,
        new Line(
            insights.due(),
            TICK,
            List.of(
                always(() -> insights.beginDue(this::goesOn)), new Step(CHECK, insights::hold))));
  }

  private void begin(Background background, String name, Duration longest, Line line) {
    lines.add(line);
    threads.add(
        background.start(
            // Not virtual ones: lapses must not wait for a processor behind a thousand loops.
            Thread.ofPlatform().daemon().name(name),
            longest,
            () -> pause(line),
            () -> line.run(background)));
  }

  private static Line line(Duration tick, Step... steps) {
    return new Line(new Doorbell(), tick, List.of(steps));
  }

  private boolean goesOn() {
    return !closed;
  }

  private boolean pause(Line line) throws InterruptedException {
    line.bell().await(line.pause());
    return !closed;
  }

  /** Steps of one thread; a ring of the bell begins a round at once. */
  private record Line(Doorbell bell, Duration pause, List<Step> steps) {
    void run(Background background) {
      steps.forEach(step -> step.runIfDue(background));
    }
  }

  private static Step always(Runnable work) {
    return new Step(Duration.ZERO, work);
  }

  /** Work that is done in a round unless it was done shortly before. */
  private static final class Step {
    private final Duration every;
    private final Runnable work;
    private long due = System.nanoTime();

    Step(Duration every, Runnable work) {
      this.every = every;
      this.work = work;
    }

    void runIfDue(Background background) {
      long now = System.nanoTime();
      if (now - due < 0) {
        return;
      }
      due = now + every.toNanos();
      try {
        work.run();
      } catch (RuntimeException | Error e) { // the steps that follow may be well
        background.failed("housekeeping", e);
      }
    }
  }

  /** Not by an interrupt, which could end a connection to the database. */
  @Override
  public void close() {
    closed = true;
    lines.forEach(line -> line.bell().ring());
    try {
      for (var thread : threads) {
        thread.join(CLOSING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
