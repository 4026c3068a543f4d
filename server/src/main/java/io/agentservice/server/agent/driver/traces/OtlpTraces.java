package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.traces.TraceSettings;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/** Sends traces by OTLP over HTTP, with OpenTelemetry's own library. */
public final class OtlpTraces {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(OtlpTraces.class);
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** What a server that stops waits for the last spans. */
  private static final Duration END = Duration.ofSeconds(5);

  /** The library tells of each failure; {@link Sending} tells of outages. Held: it is weak. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  /** The span that is being made on this thread. */
  private static final ScopedValue<FinishedSpan> SPAN = ScopedValue.newInstance();

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  private OtlpTraces(TraceSettings settings, String version, Metrics metrics) {
    var exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(settings.endpoint())
            .setHeaders(settings::headers)
            .setConnectTimeout(CONNECT)
            .setTimeout(ANSWER)
            .build();
    provider =
        SdkTracerProvider.builder()
            .setResource(resource(settings, version))
            .setIdGenerator(new GivenIds())
            .addSpanProcessor(Sending.to(exporter, metrics, System::nanoTime))
            .build();
    tracer =
        provider
            .tracerBuilder("io.agentservice.sessions")
            .setInstrumentationVersion(version)
            .setSchemaUrl(Fields.SCHEMA)
            .build();
  }

  /** {@code version} of the server. Who names this class has the library's classes loaded. */
  public static Traces of(
      TraceSettings settings, String version, Metrics metrics, InstantSource clock) {
    LIBRARY.setLevel(Level.OFF);
    var traces = new OtlpTraces(settings, version, metrics);
    LOG.info("sessions are traced to the collector of OTEL_EXPORTER_OTLP_ENDPOINT");
    return new RecordedTraces(
        new Outlet.Choice(settings.share(), settings.texts()), traces::send, traces::end, clock);
  }

  private static Resource resource(TraceSettings settings, String version) {
    var given = Attributes.builder().put("service.version", version);
    settings.resource().forEach(given::put);
    return Resource.getDefault().merge(Resource.create(given.build()));
  }

  private void send(FinishedSpan span) {
    var builder =
        tracer
            .spanBuilder(span.name())
            .setParent(parent(span))
            .setSpanKind(span.outward() ? SpanKind.CLIENT : SpanKind.INTERNAL)
            .setStartTimestamp(span.start())
            .setAllAttributes(attributes(span));
    var made = ScopedValue.where(SPAN, span).call(builder::startSpan);
    if (span.error() != null) {
      made.setStatus(StatusCode.ERROR, Objects.requireNonNullElse(span.reason(), ""));
    }
    made.end(span.end());
  }

  private static Context parent(FinishedSpan span) {
    var parent = span.parentId();
    return parent == null
        ? Context.root()
        : Context.root()
            .with(
                Span.wrap(
                    SpanContext.create(
                        span.traceId(), parent, TraceFlags.getSampled(), TraceState.getDefault())));
  }

  private static Attributes attributes(FinishedSpan span) {
    var all = Attributes.builder();
    span.attributes()
        .forEach((name, value) -> {
          switch (value) {
            case String text -> all.put(name, text);
            case Long number -> all.put(name, number);
            case Double number -> all.put(name, number);
            case List<?> texts ->
                all.put(name, texts.stream().map(String::valueOf).toArray(String[]::new));
            default -> throw new IllegalArgumentException(name);
          }
        });
    return all.build();
  }

  private void end() {
    var _ = provider.shutdown().join(END.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Those that the span has already: a trace goes on over servers. */
  private static final class GivenIds implements IdGenerator {
    @Override
    public String generateSpanId() {
      return SPAN.get().spanId();
    }

    @Override
    public String generateTraceId() {
      return SPAN.get().traceId();
    }
  }
}
