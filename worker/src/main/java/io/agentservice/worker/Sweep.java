package io.agentservice.worker;

import io.agentservice.client.ClientException;
import io.agentservice.worker.claims.Claims;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.process.LeftOvers;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Removes from this machine what nobody else will: a session whose claim was lost, with its worker
 * or its remote, ends elsewhere, and no run of ours hears of it. From time to time, and first when
 * a worker starts, on a thread of its own; of the workers of a data directory one does it.
 */
final class Sweep implements AutoCloseable {
  /** In poll intervals: nobody waits for it. */
  private static final int PAUSE = 6;

  private final Path dataDirectory;
  private final String service;
  private final Claims claims;
  private final Progress progress;
  private final Duration pause;
  private final CountDownLatch closed = new CountDownLatch(1);

  Sweep(WorkerSettings settings, Claims claims, Progress progress) {
    this.dataDirectory = settings.dataDirectory();
    this.service = settings.apiUrl().toString();
    this.claims = claims;
    this.progress = progress;
    this.pause = settings.pollInterval().multipliedBy(PAUSE);
    Thread.ofVirtual().name("sweep").start(this::run);
  }

  private void run() {
    try {
      do {
        if (isDue()) {
          sweep();
        }
      } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether no other worker was here just now; two that come at once do no harm. */
  private boolean isDue() {
    var file = dataDirectory.resolve("swept");
    var now = Instant.now();
    try {
      if (Files.exists(file)) {
        var age = Duration.between(Files.getLastModifiedTime(file).toInstant(), now);
        if (!age.isNegative() && age.compareTo(pause) < 0) { // negative: the clock was set back
          return false;
        }
      }
      Files.createDirectories(dataDirectory);
      Files.writeString(file, "");
      Files.setLastModifiedTime(file, FileTime.from(now));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private void sweep() {
    try {
      for (var directory : SessionDirectory.unfinished(dataDirectory, service)) {
        if (closed.getCount() > 0 && !RemoteProcess.survives(directory)) {
          sweep(directory);
        }
      }
    } catch (IOException | ClientException _) {
      // The next sweep finds the same.
    }
  }

  /** Without an entry the session has ended: while it lives or waits for a worker it has one. */
  private void sweep(SessionDirectory directory) throws IOException {
    LeftOvers.kill(directory);
    if (claims.entry(directory.sessionId()).isEmpty() && !RemoteProcess.survives(directory)) {
      directory.delete();
      progress.tell(WorkerEvent.swept(directory.sessionId()));
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
