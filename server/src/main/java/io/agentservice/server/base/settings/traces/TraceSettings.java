package io.agentservice.server.base.settings.traces;

import io.agentservice.server.base.settings.reading.SettingReader;
import io.agentservice.server.base.settings.reading.Variables;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
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

  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final String SAMPLER = "OTEL_TRACES_SAMPLER";
  private static final String NONE = "none";
  private static final String EXPORTER_MEANS =
      "otlp, or none: nothing is traced, whatever the address";
  private static final String SAMPLER_MEANS =
      "always_off: nothing is traced; with all others it is the share that counts";

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
    var below = base == null ? null : base.replaceAll("/+$", "") + PATH;
    var endpoint = whole == null ? below : whole;
    // Other programs may be meant by all of these: they are checked where something is sent only.
    boolean disabled = isDisabled(r);
    boolean sends = endpoint != null && !disabled;
    var exporter = where(sends, r, EXPORTER, TraceSettings::exporter, "otlp", EXPORTER_MEANS);
    var sampler = r.text(SAMPLER, "always_on", SAMPLER_MEANS);
    boolean traced = sends && !NONE.equals(exporter) && !isOff(sampler);
    var usual = protocol(r, PROTOCOL, SPOKEN);
    var protocol = protocol(r, TRACES_PROTOCOL, PROTOCOL);
    var headers = headers(r, traced);
    var resource = resource(r, traced);
    var share =
        where(
            traced,
            r,
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
    if (endpoint == null || !traced) {
      return null;
    }
    if (protocol == null) {
      requireSpoken(r, PROTOCOL, usual);
    } else {
      requireSpoken(r, TRACES_PROTOCOL, protocol);
    }
    requireNoUser(r, whole == null ? ENDPOINT : TRACES_ENDPOINT, endpoint);
    return new TraceSettings(endpoint, headers, resource, share == null ? 1 : share, texts);
  }

  /** The setting, understood only where that is of use; null also without it. */
  private static <T> @Nullable T where(
      boolean used,
      SettingReader r,
      String name,
      Function<String, T> parser,
      String shownDefault,
      String meaning) {
    if (used) {
      return r.parsed(name, parser, shownDefault, meaning);
    }
    var _ = r.text(name, shownDefault, meaning);
    return null;
  }

  private static boolean isDisabled(SettingReader r) {
    return "true"
        .equalsIgnoreCase(
            r.text("OTEL_SDK_DISABLED", "false", "true: nothing is traced, whatever the address"));
  }

  /** Of the ways of sampling that there are; all others but these are by share. */
  private static boolean isOff(@Nullable String sampler) {
    return "always_off".equals(sampler) || "parentbased_always_off".equals(sampler);
  }

  private static void requireNoUser(SettingReader r, String name, String endpoint) {
    if (URI.create(endpoint).getRawUserInfo() != null) {
      r.error(name + " must not hold a user: what is secret goes into " + HEADERS);
    }
  }

  private static String exporter(String text) {
    var named = List.of(text.split("\\s*,\\s*", -1));
    if (named.contains("otlp")) {
      return "otlp";
    }
    if (!text.equals(NONE)) {
      throw new IllegalArgumentException("must be otlp or none");
    }
    return NONE;
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

  private static Map<String, String> headers(SettingReader r, boolean traced) {
    var all = new TreeMap<String, String>();
    for (String name : List.of(HEADERS, TRACES_HEADERS)) {
      var pairs =
          r.secret()
              .parsed(
                  name,
                  text -> traced ? Pairs.headers(text) : ofOthers(text),
                  name.equals(HEADERS) ? NONE : HEADERS,
                  "Headers of what is sent to the collector, NAME=VALUE, separated by commas");
      if (pairs != null) {
        all.putAll(pairs);
        pairs.forEach((header, value) -> mask(r, name + "." + header, lastWord(value)));
      }
    }
    return all;
  }

  /** Keys are masked also where they are no matter of ours. */
  private static Map<String, String> ofOthers(String text) {
    try {
      return Pairs.headers(text);
    } catch (IllegalArgumentException _) {
      return Map.of();
    }
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

  private static Map<String, String> resource(SettingReader r, boolean traced) {
    var service =
        r.text(
            "OTEL_SERVICE_NAME",
            "that of OTEL_RESOURCE_ATTRIBUTES, else agent-service",
            "Name of the service in traces");
    var all = new TreeMap<>(Map.of("service.name", "agent-service"));
    var given =
        where(
            traced,
            r,
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
