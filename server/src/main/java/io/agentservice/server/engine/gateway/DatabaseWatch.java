package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.background.OutageLog;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells after some seconds without a database. For one thread. */
final class DatabaseWatch implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseWatch.class);

  /** Longer than a fail-over of the quick kind, and than a busy machine keeps a look waiting. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final BooleanSupplier answers;
  private final Consumer<Boolean> serve;
  private final OutageLog outages;
  private final LongSupplier nanos;
  private @Nullable Long awaySince;
  private boolean without;

  /** {@code serve} and {@code outages} hear each result; {@code nanos} is a clock. */
  DatabaseWatch(
      BooleanSupplier answers, Consumer<Boolean> serve, OutageLog outages, LongSupplier nanos) {
    this.answers = answers;
    this.serve = serve;
    this.outages = outages;
    this.nanos = nanos;
  }

  @Override
  public void run() {
    if (answers.getAsBoolean()) {
      awaySince = null;
      without = false;
      outages.answers();
    } else {
      missed();
    }
    serve.accept(!without);
  }

  private void missed() {
    boolean before = without;
    long now = nanos.getAsLong();
    long since = awaySince == null ? now : awaySince;
    awaySince = since;
    without = now - since >= PATIENCE.toNanos();
    if (without) {
      outages.failed("it does not answer");
    }
    if (without && !before) {
      LOG.warn("remotes are sent to another server until there is a database here");
    }
  }
}
