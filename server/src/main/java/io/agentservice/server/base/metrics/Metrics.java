package io.agentservice.server.base.metrics;

import io.agentservice.server.base.ids.AccountId;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** The figures of a node, in the text format of Prometheus. Thread-safe. */
public final class Metrics {
  /** Of an answer: that of the format. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final String PREFIX = "agent_";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private boolean withJava;

  /** The format adds {@code _total} to the name. */
  public Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  /** {@code bounds} in seconds, ascending; one above all is added. */
  public Histogram seconds(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(PREFIX + name + "_seconds")
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  public void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  /** One value for each word of the label. */
  public void gauges(String name, String help, String label, Supplier<Map<String, Double>> values) {
    GaugeWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(label)
        .callback(callback -> values.get().forEach((word, value) -> callback.call(value, word)))
        .register(registry);
  }

  /** All that the node has, and how the account stands. Reads the database. */
  public String text(List<AccountGauge> gauges, AccountId account) {
    javaToo();
    var all = new ArrayList<MetricSnapshot>();
    registry.scrape().forEach(all::add);
    gauges.forEach(gauge -> all.add(snapshot(gauge, account)));
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create()
          .write(out, new MetricSnapshots(all), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** When first asked: a start has no time for it. */
  private synchronized void javaToo() {
    if (!withJava) {
      JvmMetrics.builder().register(registry);
      withJava = true;
    }
  }

  private static GaugeSnapshot snapshot(AccountGauge gauge, AccountId account) {
    var snapshot = GaugeSnapshot.builder().name(PREFIX + gauge.name()).help(gauge.help());
    String[] names = gauge.labels().toArray(String[]::new);
    for (var reading : gauge.read().apply(account)) {
      snapshot.dataPoint(
          GaugeSnapshot.GaugeDataPointSnapshot.builder()
              .labels(Labels.of(names, reading.labels().toArray(String[]::new)))
              .value(reading.value())
              .build());
    }
    return snapshot.build();
  }
}
