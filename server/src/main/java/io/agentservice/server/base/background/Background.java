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

public final class Background {
  private static final Logger LOG = LoggerFactory.getLogger(Background.class);
  private final Set<LastingThread> threads = ConcurrentHashMap.newKeySet();
  private final List<Doorbell> slowWork = new CopyOnWriteArrayList<>();
  private final OutageLog outages = new OutageLog(System::nanoTime);

  /** Ended by its wait or an interrupt; work beyond {@code longest} is stuck. */
  public LastingThread start(
      Thread.Builder kind, Duration longest, LastingThread.Wait wait, Runnable work) {
    var self = new LastingThread[1];
    self[0] =
        new LastingThread(kind, longest, wait, work, this::failed, () -> threads.remove(self[0]));
    threads.add(self[0]);
    self[0].start();
    return self[0];
  }

  /** Logs a failure of work that is repeated later; an outage of the database only once. */
  public void failed(String name, Throwable failure) {
    if (Outage.is(failure)) {
      outages.failed(String.valueOf(failure.getMessage()));
    } else if (failure instanceof Error) {
      LOG.error("{} goes on after an error", name, failure);
    } else {
      LOG.warn("{} failed, will try again: {}", name, failure.toString());
    }
  }

  /** To be told of each look at the database. */
  public OutageLog outages() {
    return outages;
  }

  /** What one of the threads suffers from, in words; empty when all are well. */
  public Optional<String> trouble() {
    return threads.stream().flatMap(thread -> thread.trouble().stream()).findFirst();
  }

  /** Wakes slow work on this node; call it after the commit. Other nodes poll. */
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
