package io.agentservice.client.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The query of a request, in order; a name may come more than once (completions.md 7). */
public record Query(List<Parameter> parameters) {
  public static final Query NONE = new Query(List.of());

  /** One {@code name=value}. */
  public record Parameter(String name, String value) {}

  /** A query of one parameter; none when the value is null. */
  public static Query of(String name, @Nullable Object value) {
    return NONE.and(name, value);
  }

  /** This query and one parameter more; this query itself when the value is null. */
  public Query and(String name, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    var longer = new ArrayList<>(parameters);
    longer.add(new Parameter(name, value.toString()));
    return new Query(List.copyOf(longer));
  }

  /** {@code ?a=b&c=d}, percent-encoded; empty without parameters. */
  String encoded() {
    return parameters.isEmpty()
        ? ""
        : parameters.stream()
            .map(p -> encode(p.name()) + "=" + encode(p.value()))
            .collect(Collectors.joining("&", "?", ""));
  }

  /** One segment of a path, percent-encoded; a slash in it does not separate. */
  public static String segment(String text) {
    return encode(text);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
