package io.agentservice.server.base.settings.traces;

import io.agentservice.server.base.settings.reading.SettingReader;
import io.agentservice.server.base.settings.reading.Variables;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Traces of sessions (ADR 0107).
 *
 * @param endpoint the whole address that spans are posted to
 * @param headers of each of these requests; secret
 * @param resource attributes of this server, its {@code service.name} among them
 * @param share of the sessions without a caller's trace that are traced, 0 to 1
 * @param texts whether prompts, answers, arguments and results of tools go along
 */
public record TraceSettings(
    String endpoint,
    Map<String, String> headers,
    Map<String, String> resource,
    double share,
    boolean texts) {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String TRACES_HEADERS = "OTEL_EXPORTER_OTLP_TRACES_HEADERS";
  private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
  private static final String TRACES_PROTOCOL = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";

  private static final String SPOKEN = "http/protobuf";
  private static final List<String> SCHEMES = List.of("http", "https");
  private static final String PATH = "/v1/traces";
  private static final int SHORTEST_KEY = 12;

  public TraceSettings {
    headers = Map.copyOf(headers);
    resource = Map.copyOf(resource);
  }

  /** Never shows a header. */
  @Override
  public String toString() {
    return "TraceSettings[" + endpoint + "]";
  }

  /** Null: nothing is traced. The variables have been read before, without an error. */
  public static @Nullable TraceSettings of(Variables variables) {
    return read(new SettingReader(variables.values()));
  }

  /** Declares and checks them all. */
  public static @Nullable TraceSettings read(SettingReader r) {
    var base =
        r.address(
            ENDPOINT,
            SCHEMES,
            "none",
            "Address of a collector that takes OTLP over HTTP, such as http://localhost:4318:"
                + " sessions are traced to its /v1/traces (see Traces); none: nothing is traced");
    var whole =
        r.address(
            TRACES_ENDPOINT,
            SCHEMES,
            ENDPOINT + " + " + PATH,
            "The same as a whole address, which nothing is added to");
    boolean on =
        !"none"
            .equals(
                r.parsed(
                    "OTEL_TRACES_EXPORTER",
                    TraceSettings::exporter,
                    "otlp",
                    "otlp, or none: nothing is traced, whatever the address"));
    var usual = protocol(r, PROTOCOL, SPOKEN);
    var protocol = protocol(r, TRACES_PROTOCOL, PROTOCOL);
    var headers = headers(r);
    var resource = resource(r);
    var share =
        r.parsed(
            "OTEL_TRACES_SAMPLER_ARG",
            TraceSettings::share,
            "1",
            "Share of the sessions that are traced, 0 to 1; one whose caller sends a traceparent is"
                + " traced when the caller's trace is recorded");
    boolean texts =
        r.bool(
            "AGENT_TRACES_TEXTS",
            false,
            "Whether traces hold what people, models and tools said, masked and cut");
    var below = base == null ? null : base.replaceAll("/+$", "") + PATH;
    var endpoint = whole == null ? below : whole;
    if (endpoint == null || !on) {
      return null;
    }
    if (protocol == null) {
      requireSpoken(r, PROTOCOL, usual);
    } else {
      requireSpoken(r, TRACES_PROTOCOL, protocol);
    }
    return new TraceSettings(endpoint, headers, resource, share == null ? 1 : share, texts);
  }

  private static String exporter(String text) {
    if (!text.equals("otlp") && !text.equals("none")) {
      throw new IllegalArgumentException("must be otlp or none");
    }
    return text;
  }

  private static @Nullable String protocol(SettingReader r, String name, String shownDefault) {
    return r.text(name, shownDefault, "How the collector is spoken to: " + SPOKEN);
  }

  /** Where nothing is sent other programs may be meant. */
  private static void requireSpoken(SettingReader r, String name, @Nullable String protocol) {
    if (protocol != null && !protocol.equals(SPOKEN)) {
      r.error(
          "%s must be %s, which collectors take at port 4318: the server speaks no %s"
              .formatted(name, SPOKEN, protocol.equals("grpc") ? "gRPC" : "other protocol"));
    }
  }

  private static Map<String, String> headers(SettingReader r) {
    var all = new TreeMap<String, String>();
    for (String name : List.of(HEADERS, TRACES_HEADERS)) {
      var pairs =
          r.secret()
              .parsed(
                  name,
                  Pairs::headers,
                  name.equals(HEADERS) ? "none" : HEADERS,
                  "Headers of what is sent to the collector, NAME=VALUE, separated by commas");
      if (pairs != null) {
        all.putAll(pairs);
        pairs.forEach((header, value) -> mask(r, name + "." + header, lastWord(value)));
      }
    }
    return all;
  }

  /** A shorter value is a name rather than a key, and may stand anywhere. */
  private static void mask(SettingReader r, String name, String value) {
    if (value.length() >= SHORTEST_KEY) {
      r.mask(name, value);
    }
  }

  /** Of {@code Bearer TOKEN} the token. */
  private static String lastWord(String value) {
    return value.substring(value.lastIndexOf(' ') + 1);
  }

  private static Map<String, String> resource(SettingReader r) {
    var service =
        r.text(
            "OTEL_SERVICE_NAME",
            "that of OTEL_RESOURCE_ATTRIBUTES, else agent-service",
            "Name of the service in traces");
    var all = new TreeMap<>(Map.of("service.name", "agent-service"));
    var given =
        r.parsed(
            "OTEL_RESOURCE_ATTRIBUTES",
            Pairs::of,
            "none",
            "What else traces say of this server, NAME=VALUE, separated by commas");
    if (given != null) {
      all.putAll(given);
    }
    if (service != null) {
      all.put("service.name", service);
    }
    return all;
  }

  private static double share(String text) {
    try {
      double share = Double.parseDouble(text);
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw new IllegalArgumentException("must be a number from 0 to 1");
  }
}
