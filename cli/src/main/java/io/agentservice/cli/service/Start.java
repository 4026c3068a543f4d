package io.agentservice.cli.service;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The start of a server inside this process, which a signal may end half-way. */
final class Start {
  /** An embedded database that is just being started is stopped again meanwhile. */
  private static final Duration LONGEST = Duration.ofSeconds(15);

  private final Thread starter = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<App> app = new AtomicReference<>();

  private Start() {}

  /** Starts it; the cleanup closes it, also when the start is still under way by then. */
  static App of(Settings settings, Cleanup cleanup) {
    var start = new Start();
    cleanup.later(start::end);
    try {
      var app = App.start(settings);
      start.app.set(app);
      return app;
    } finally {
      start.over.countDown();
    }
  }

  private void end() {
    if (over.getCount() > 0) {
      starter.interrupt();
    }
    try {
      if (!over.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        return; // the process ends all the same, and what it leaves is found by the next start
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    var started = app.get();
    if (started != null) {
      started.stop();
    }
  }
}
