package io.agentservice.server.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes OTLP over HTTP, as a collector does, and reads it by OpenTelemetry's own definition. */
public final class Collector implements AutoCloseable {
  private static final HexFormat HEX = HexFormat.of();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();
  private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile int status = 200;
  private volatile boolean silent;

  public Collector() {
    this(0);
  }

  /** At that port; 0: any. */
  public Collector(int port) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  /** A span, readable. */
  public record Seen(Span span) {
    public String name() {
      return span.getName();
    }

    public String traceId() {
      return HEX.formatHex(span.getTraceId().toByteArray());
    }

    public String id() {
      return HEX.formatHex(span.getSpanId().toByteArray());
    }

    /** Empty at the top. */
    public String parentId() {
      return HEX.formatHex(span.getParentSpanId().toByteArray());
    }

    public boolean failed() {
      return span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR;
    }

    /** As text, also a number; empty when it is not there. */
    public String attribute(String name) {
      return span.getAttributesList().stream()
          .filter(one -> one.getKey().equals(name))
          .map(Collector::text)
          .findFirst()
          .orElse("");
    }
  }

  private static String text(KeyValue one) {
    return text(one.getValue());
  }

  private static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case INT_VALUE -> Long.toString(value.getIntValue());
      case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
      case ARRAY_VALUE ->
          value.getArrayValue().getValuesList().stream()
              .map(Collector::text)
              .collect(Collectors.joining(","));
      default -> throw new AssertionError("no such value is sent: " + value);
    };
  }

  private void take(HttpExchange exchange) throws IOException {
    var body = exchange.getRequestBody().readAllBytes();
    headers.add(Map.copyOf(exchange.getRequestHeaders()));
    if (silent) {
      awaitEnd();
    }
    int now = status;
    if (now == 200) {
      received.addAll(ExportTraceServiceRequest.parseFrom(body).getResourceSpansList());
    }
    exchange.sendResponseHeaders(now, -1);
    exchange.close();
  }

  private void awaitEnd() {
    try {
      closed.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  public String address() {
    return "http://127.0.0.1:" + port();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Answers that from now on, and keeps nothing unless it is 200. */
  public void answer(int other) {
    status = other;
  }

  /** Answers nothing any more until it is closed. */
  public void fallSilent() {
    silent = true;
  }

  /** How often it was asked. */
  public int requests() {
    return headers.size();
  }

  /** Of the last request. */
  public String header(String name) {
    return String.join(",", headers.getLast().getOrDefault(name, List.of()));
  }

  public List<ResourceSpans> received() {
    return List.copyOf(received);
  }

  /** Of a resource by its attribute. */
  public String resource(String name) {
    return received.getLast().getResource().getAttributesList().stream()
        .filter(one -> one.getKey().equals(name))
        .map(Collector::text)
        .findFirst()
        .orElse("");
  }

  /** All spans of a session. */
  public List<Seen> spans(String session) {
    return all().filter(seen -> seen.attribute("gen_ai.conversation.id").equals(session)).toList();
  }

  public Stream<Seen> all() {
    return received.stream()
        .flatMap(one -> one.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .map(Seen::new);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
