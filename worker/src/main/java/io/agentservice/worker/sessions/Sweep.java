package io.agentservice.worker.sessions;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.worker.claims.Tombstones;
import io.agentservice.worker.files.OwnerOnly;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.process.LeftOvers;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.process.SessionDirectory.Unfinished;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Removes files of sessions that ended elsewhere, now and then; one worker of a data directory does
 * it.
 *
 * <p>An entry that is gone may mean an end or a sleep (sessions.md rows 17, 19, 30, 31): its
 * tombstone tells which. Without one the files stay until nobody has touched them for long.
 */
final class Sweep implements AutoCloseable {
  /** In poll intervals. */
  private static final int PAUSE = 6;

  /** Longer than any tombstone is likely to be kept. */
  private static final Duration FORGOTTEN = Duration.ofDays(30);

  private final Path dataDirectory;
  private final String service;
  private final FleetClient fleet;
  private final Progress progress;
  private final Duration pause;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Sessions without a tombstone, which are not asked about twice. */
  private final Set<String> unknown = new HashSet<>();

  Sweep(WorkerSettings settings, FleetClient fleet, Progress progress) {
    this.dataDirectory = settings.directories().data();
    this.service = settings.server().apiUrl().toString();
    this.fleet = fleet;
    this.progress = progress;
    this.pause = settings.pollInterval().multipliedBy(PAUSE);
    Thread.ofVirtual().name("sweep").start(this::run);
  }

  private void run() {
    var disk = new DiskWatch(dataDirectory, progress);
    try {
      do {
        disk.look();
        if (isDue()) {
          sweep();
        }
      } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether no other worker swept just now; two at once do no harm. */
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
      OwnerOnly.createDirectories(dataDirectory);
      OwnerOnly.createFile(file);
      Files.setLastModifiedTime(file, FileTime.from(now));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private void sweep() {
    try {
      var gone =
          SessionDirectory.unfinished(dataDirectory, service).stream()
              .filter(this::isWithoutEntry)
              .collect(Collectors.groupingBy(Unfinished::outpostId));
      gone.forEach(this::sweep);
    } catch (IOException _) {
      // The next sweep finds the same.
    }
  }

  /** Looks at one directory; what a killed remote left running there ends. */
  private boolean isWithoutEntry(Unfinished found) {
    var directory = found.directory();
    if (closed.getCount() == 0 || RemoteProcess.survives(directory)) {
      return false;
    }
    try {
      LeftOvers.kill(directory);
      var entry = fleet.find(directory.sessionId());
      if (entry.isPresent() && entry.get().status().sessionStatus().equals("suspended")) {
        directory.keep();
      }
      return entry.isEmpty();
    } catch (IOException | ClientException _) {
      return false; // the next sweep finds the same
    }
  }

  private void sweep(String outpostId, List<Unfinished> gone) {
    var known = statusOf(outpostId, gone);
    for (var found : gone) {
      var directory = found.directory();
      try {
        if (!RemoteProcess.survives(directory)) {
          settle(directory, known.getOrDefault(directory.sessionId(), "unknown"));
        }
      } catch (IOException _) {
        // One that cannot be removed must not keep the others.
      }
    }
  }

  private Map<String, String> statusOf(String outpostId, List<Unfinished> gone) {
    var asked =
        gone.stream()
            .map(found -> found.directory().sessionId())
            .filter(id -> !unknown.contains(id))
            .collect(Collectors.toSet());
    if (asked.isEmpty()) {
      return Map.of();
    }
    try {
      var known = Tombstones.of(fleet, outpostId, asked, closed);
      asked.removeAll(known.keySet());
      unknown.addAll(asked);
      return known;
    } catch (ClientException _) {
      return Map.of();
    }
  }

  private void settle(SessionDirectory directory, String status) throws IOException {
    switch (status) {
      case "suspended" -> directory.keep();
      case "terminated" -> remove(directory);
      default -> {
        if (directory.lastUse().isBefore(Instant.now().minus(FORGOTTEN))) {
          remove(directory);
        }
      }
    }
  }

  private void remove(SessionDirectory directory) throws IOException {
    directory.delete();
    progress.tell(new WorkerEvent.Swept(directory.sessionId()));
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
