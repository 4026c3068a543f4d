package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.base.metrics.Metrics;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.prometheus.metrics.core.metrics.Counter;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps so many spans at most until a thread of its own sends them; counts what becomes of each,
 * and tells of an outage at its beginning and its end. Nobody waits for it.
 */
final class Sending implements SpanProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(Sending.class);
  private static final int MOST = 2_048;
  private static final int BATCH = 64; // with texts half a megabyte as a rule, which proxies take
  private static final Duration PACE = Duration.ofSeconds(1);

  private enum Fate {
    SENT,
    DROPPED,
    FAILED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final AtomicInteger kept = new AtomicInteger();
  private final Counter spans;
  private final SpanProcessor batches;

  private Sending(SpanExporter exporter, Metrics metrics, LongSupplier nanos) {
    spans =
        metrics.counter(
            "trace_spans",
            "Spans of sessions, by what became of them; dropped: too many were waiting",
            "fate");
    for (var fate : Fate.values()) {
      spans.initLabelValues(fate.word());
    }
    batches =
        BatchSpanProcessor.builder(new Watched(exporter, nanos))
            .setMaxQueueSize(MOST + BATCH) // what is dropped is counted here
            .setMaxExportBatchSize(BATCH)
            .setScheduleDelay(PACE)
            .build();
  }

  static SpanProcessor to(SpanExporter exporter, Metrics metrics, LongSupplier nanos) {
    return new Sending(exporter, metrics, nanos);
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (kept.incrementAndGet() > MOST) {
      kept.decrementAndGet();
      count(Fate.DROPPED, 1);
    } else {
      batches.onEnd(span);
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public CompletableResultCode shutdown() {
    return batches.shutdown();
  }

  @Override
  public CompletableResultCode forceFlush() {
    return batches.forceFlush();
  }

  private void count(Fate fate, int number) {
    spans.labelValues(fate.word()).inc(number);
  }

  private final class Watched implements SpanExporter {
    private final SpanExporter exporter;
    private final LongSupplier nanos;
    private @Nullable Long since;
    private long lost;

    Watched(SpanExporter exporter, LongSupplier nanos) {
      this.exporter = exporter;
      this.nanos = nanos;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> batch) {
      int number = batch.size(); // it is used again
      kept.addAndGet(-number);
      var result = exporter.export(batch);
      return result.whenComplete(() -> {
        if (result.isSuccess()) {
          count(Fate.SENT, number);
          served();
        } else {
          count(Fate.FAILED, number);
          failed(number, result.getFailureThrowable());
        }
      });
    }

    private synchronized void failed(int number, @Nullable Throwable cause) {
      lost += number;
      if (since == null) {
        since = nanos.getAsLong();
        LOG.warn(
            "the collector takes no traces, spans are lost; sessions go on without it: {}",
            reason(cause));
      }
    }

    private synchronized void served() {
      if (since != null) {
        LOG.warn(
            "the collector takes traces again after {} s; {} spans were lost",
            Duration.ofNanos(nanos.getAsLong() - since).toSeconds(),
            lost);
        since = null;
        lost = 0;
      }
    }

    /** Without the address, which may hold a key. */
    private static String reason(@Nullable Throwable failure) {
      var http = failure instanceof HttpExportException known ? known.getResponse() : null;
      if (http != null) {
        return "it answers HTTP " + http.getStatusCode();
      }
      var cause = failure == null ? null : failure.getCause();
      return cause == null ? "no answer" : cause.getClass().getSimpleName();
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }
}
