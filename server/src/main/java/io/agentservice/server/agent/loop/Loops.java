package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.session.StoreAwayException;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The loops of this node: at most one per session, each on a virtual thread. Thread-safe. */
public final class Loops implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loops.class);

  /** How long a loop may take to end; what it waits for can be interrupted. */
  private static final Duration STOP_TIME = Duration.ofSeconds(10);

  /** So many failures in a row put the session to sleep. */
  private static final int FAILURES = 3;

  /** The longest wait for a store that is away: the first one doubled so many times. */
  private static final int DOUBLINGS = 3;

  /** After a run of this length failures are counted anew. */
  private static final Duration GOOD_RUN = Duration.ofMinutes(1);

  private final Supplier<LoopSettings> settings;
  private final LiveOutput live;
  private final ConcurrentMap<SessionId, Running> running = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public Loops(LoopSettings settings, LiveOutput live) {
    this(() -> settings, live);
  }

  /** {@code settings} as they are when a loop starts. */
  public Loops(Supplier<LoopSettings> settings, LiveOutput live) {
    this.settings = settings;
    this.live = live;
  }

  /**
   * Replaces a loop of an earlier connection; returns at once. An {@code LlmException} of {@code
   * models}, on the loop's thread, puts the session to sleep.
   */
  public void start(LoopSession session, Machine machine, Models models) {
    var loop = new Running(session, machine, models);
    running.compute(
        session.id(),
        (_, earlier) -> {
          loop.start(earlier);
          return loop;
        });
    if (closed) {
      loop.stop();
    }
  }

  /** Ends a session's loop, if there is one, and waits for that, ten seconds at most. */
  public void stop(SessionId session) {
    var loop = running.get(session);
    if (loop != null) {
      loop.stop();
      loop.join(STOP_TIME);
    }
  }

  /** A person may have interrupted the session's agent: its loop, if it is here, looks now. */
  public void interrupt(SessionId session) {
    var running = this.running.get(session);
    if (running != null) {
      running.interrupt();
    }
  }

  /** The sessions that this node drives at the moment. */
  public List<SessionId> sessions() {
    return List.copyOf(running.keySet());
  }

  /** Ends all loops, in ten seconds at most; commands go on on their machines. */
  @Override
  public void close() {
    closed = true;
    var all = new ArrayList<>(running.values());
    all.forEach(Running::stop);
    long end = System.nanoTime() + STOP_TIME.toNanos();
    all.forEach(loop -> loop.join(Duration.ofNanos(Math.max(1, end - System.nanoTime()))));
  }

  private final class Running {
    private final LoopSession session;
    private final Machine machine;
    private final Models models;
    private final StopSwitch stop = new StopSwitch();
    private volatile @Nullable Loop loop;
    private volatile @Nullable Thread thread;

    Running(LoopSession session, Machine machine, Models models) {
      this.session = session;
      this.machine = machine;
      this.models = models;
    }

    void start(@Nullable Running earlier) {
      if (earlier != null) {
        earlier.stop();
      }
      thread =
          Thread.ofVirtual()
              .name("loop-" + session.id())
              .start(() -> {
                try {
                  if (earlier != null) {
                    earlier.join(STOP_TIME);
                  }
                  runToTheEnd();
                } finally {
                  running.remove(session.id(), this);
                }
              });
    }

    void stop() {
      stop.stop();
      var current = loop;
      if (current != null) {
        current.stop();
      }
    }

    void interrupt() {
      var current = loop;
      if (current != null) {
        current.interrupt();
      }
    }

    void join(Duration atMost) {
      var joined = thread;
      try {
        if (joined != null && !joined.join(atMost)) {
          LOG.warn("loop does not end session={} within={}", session.id(), atMost);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /**
     * Begins anew after any failure, by the log. Repeated ones put the session to sleep until a
     * message; a store that is away is awaited.
     */
    private void runToTheEnd() {
      int failures = 0;
      int waits = 0;
      while (true) {
        long start = System.nanoTime();
        int doublings;
        try {
          runOnce();
          return;
        } catch (StopSwitch.StoppedException | StaleEpochException e) {
          return;
        } catch (StoreAwayException e) {
          waits = isGood(start) ? 1 : waits + 1;
          doublings = Math.min(waits, DOUBLINGS);
          if (waits == 1) { // it may wait long, and tries often
            LOG.warn("loop waits for the database session={} cause={}", session.id(), e.reason());
          }
        } catch (RuntimeException | Error e) {
          failures = isGood(start) ? 1 : failures + 1;
          doublings = Math.min(failures, DOUBLINGS);
          LOG.error("loop failed session={} failures={}", session.id(), failures, e);
        }
        // Without a machine there is nothing to do here: the next connection goes on from the log.
        if (!machine.connected() || (failures >= FAILURES && suspend())) {
          return;
        }
        pause(settings.get().firstRetry().multipliedBy(1L << doublings));
      }
    }

    private static boolean isGood(long start) {
      return System.nanoTime() - start > GOOD_RUN.toNanos();
    }

    private void runOnce() {
      stop.check();
      var current = new Loop(session, machine, models, settings.get(), live);
      loop = current;
      stop.check();
      LOG.info("loop starts session={} epoch={}", session.id(), session.epoch());
      LOG.info("loop ends session={} departure={}", session.id(), current.run());
    }

    private void pause(Duration time) {
      try {
        stop.wait(() -> {
          Thread.sleep(time);
          return true;
        });
      } catch (StopSwitch.StoppedException e) {
        LOG.debug("loop stopped while it paused session={}", session.id());
      }
    }

    /** False when not even that could be written. */
    private boolean suspend() {
      try {
        session.append(
            List.of(
                new LoopEvent.Suspended(
                    "internal",
                    "The service failed %d times in a row on this session; its log says why. A message has it try again."
                        .formatted(FAILURES))));
        return true;
      } catch (StaleEpochException e) {
        return true;
      } catch (RuntimeException e) {
        LOG.error("session can't be put to sleep session={}", session.id(), e);
        return false;
      }
    }
  }
}
