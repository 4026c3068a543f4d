package io.agentservice.server.start.reload;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.base.settings.live.LiveSettings.Change;
import io.agentservice.server.base.settings.live.LiveSettings.Prepared;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.prometheus.metrics.core.metrics.Counter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes other settings, and tells what came of it: in the log by names, in figures. */
public final class Reload {
  private static final Logger LOG = LoggerFactory.getLogger(Reload.class);
  private static final String ALL_OF_OURS = "io.agentservice";

  /** Files that say the same after this time are taken for written. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final int LOOKS = 25;

  private final LiveSettings live;
  private final BooleanSupplier isStopping;
  private final Counter results;
  private final InstantSource clock;
  private volatile long loadedAt;

  public Reload(
      LiveSettings live, Metrics metrics, BooleanSupplier isStopping, InstantSource clock) {
    this.live = live;
    this.clock = clock;
    loadedAt = now();
    this.isStopping = isStopping;
    results =
        metrics.counter("config_reloads", "Reloads of the settings, by what came of it", "result");
    for (var result : Result.values()) {
      results.initLabelValues(result.word());
    }
    metrics.gauge(
        "config_loaded_timestamp_seconds",
        "When the settings in use were read, since 1970",
        () -> loadedAt);
    live.follow(next ->
        new Prepared(() -> {
          if (!next.logLevel().equals(live.get().logLevel())) {
            level(next.logLevel());
          }
        }));
  }

  private enum Result {
    APPLIED,
    REFUSED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** All or nothing; {@code values} reads the files anew. */
  public synchronized void run(Supplier<Map<String, String>> values) {
    if (isStopping.getAsBoolean()) {
      LOG.warn("settings not reloaded: the server is stopping");
      return;
    }
    try {
      var change = live.take(settled(values));
      loadedAt = now();
      results.labelValues(Result.APPLIED.word()).inc();
      tell(change);
    } catch (SettingsException | IllegalArgumentException e) {
      results.labelValues(Result.REFUSED.word()).inc();
      LOG.warn("settings not reloaded, nothing is changed: {}", e.getMessage());
    } catch (RuntimeException e) {
      results.labelValues(Result.REFUSED.word()).inc();
      throw e;
    }
  }

  private static void tell(Change change) {
    if (change.changed().isEmpty()) {
      LOG.info("settings reloaded: none that can change while the server runs is another");
    } else {
      LOG.info("settings reloaded: changed {}", String.join(", ", change.changed()));
    }
    if (!change.fixed().isEmpty()) {
      LOG.warn(
          "settings that need a restart are others in the files: {}",
          String.join(", ", change.fixed()));
    }
  }

  /** One reading: what it gave, or why it gave nothing. */
  private record Reading(@Nullable Map<String, String> values, String fault, String rules) {
    static Reading of(Supplier<Map<String, String>> values) {
      try {
        var read = values.get();
        return new Reading(read, "", rules(read));
      } catch (IllegalArgumentException e) {
        return new Reading(null, String.valueOf(e.getMessage()), "");
      }
    }

    /** What the file of guardrails says, which may be in the making as well. */
    private static String rules(Map<String, String> values) {
      try {
        var file = values.getOrDefault(Settings.GUARDRAILS, "").strip();
        return file.isEmpty() ? "" : Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
      } catch (IOException | InvalidPathException _) {
        return ""; // who reads it for good says why
      }
    }
  }

  /** Somebody may be writing them at this moment. */
  private static Map<String, String> settled(Supplier<Map<String, String>> values) {
    var before = Reading.of(values);
    for (int look = 0; look < LOOKS; look++) {
      LockSupport.parkNanos(PAUSE.toNanos());
      var now = Reading.of(values);
      if (now.equals(before)) {
        if (now.values() == null) {
          throw new SettingsException(now.fault());
        }
        return now.values();
      }
      before = now;
    }
    throw new SettingsException("the files of the settings don't stop changing");
  }

  private static void level(String word) {
    if (LoggerFactory.getLogger(ALL_OF_OURS) instanceof ch.qos.logback.classic.Logger ours) {
      ours.setLevel(Level.toLevel(word));
    }
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }
}
