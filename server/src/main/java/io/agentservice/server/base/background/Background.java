package io.agentservice.server.base.background;

import io.agentservice.server.base.db.Outage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a node that must not die, and the bells of its slow work. Thread-safe. */
public final class Background {
  private static final Logger LOG = LoggerFactory.getLogger(Background.class);
  private final Set<LastingThread> threads = ConcurrentHashMap.newKeySet();
  private final List<Doorbell> slowWork = new CopyOnWriteArrayList<>();
  private final OutageLog outages = new OutageLog(System::nanoTime);

  /**
   * Starts one. Its owner ends it by its wait, or by an interrupt.
   *
   * @param kind platform or virtual, and its name, by which the probe and the log name it
   * @param longest for how long a piece of work may take; what takes longer is stuck
   */
  public LastingThread start(
      Thread.Builder kind, Duration longest, LastingThread.Wait wait, Runnable work) {
    var self = new LastingThread[1];
    self[0] =
        new LastingThread(kind, longest, wait, work, this::failed, () -> threads.remove(self[0]));
    threads.add(self[0]);
    self[0].start();
    return self[0];
  }

  /**
   * Says in the log what a piece of work threw that is done again later. That the database is away
   * is said once for all of them.
   *
   * @param name of the thread or the work
   */
  public void failed(String name, Throwable failure) {
    if (Outage.is(failure)) {
      outages.failed(String.valueOf(failure.getMessage()));
    } else if (failure instanceof Error) {
      LOG.error("{} goes on after an error", name, failure);
    } else {
      LOG.warn("{} failed, will try again: {}", name, failure.toString());
    }
  }

  /** What the log says of the database; to be told of each look at it. */
  public OutageLog outages() {
    return outages;
  }

  /** In words, what one of the threads suffers from; empty when all are well. */
  public Optional<String> trouble() {
    return threads.stream().flatMap(thread -> thread.trouble().stream()).findFirst();
  }

  /**
   * Has this node look at once for slow work that waits: sessions to be placed or moved to another
   * outpost. To be called after the commit that made the work; other nodes look every few seconds.
   */
  public void soon() {
    slowWork.forEach(Doorbell::ring);
  }

  /** A further bell that {@link #soon} rings, for a chore that is such slow work. */
  public Doorbell slowWork() {
    var bell = new Doorbell();
    slowWork.add(bell);
    return bell;
  }
}
