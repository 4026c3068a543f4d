package io.agentservice.server.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request, read by name; unknown parameters are ignored (completions.md 4, 7). Every
 * reader notes what is wrong and goes on with a stand-in; {@link #check} then refuses the request
 * with all that was found.
 */
public final class Query {
  /** The most rows of a page. */
  public static final int MAX_PAGE = 200;

  private static final int MAX_VALUES = 200;
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");

  private final Map<String, List<String>> values;
  private final int pageSize;
  private final Failures failures = new Failures();

  Query(Map<String, List<String>> values, int pageSize) {
    this.values = values;
    this.pageSize = pageSize;
  }

  /** Refuses the request with 422 when anything read so far was wrong. */
  public void check() {
    failures.check();
  }

  /** The parameter's text; null when absent or empty. */
  public @Nullable String text(String name) {
    var all = values.getOrDefault(name, List.of());
    if (all.isEmpty() || all.getFirst().isEmpty() || hasZero(name, all)) {
      return null;
    }
    return all.getFirst();
  }

  /** The database keeps no text with the character zero, so none can be looked for. */
  private boolean hasZero(String name, List<String> texts) {
    boolean found = texts.stream().anyMatch(text -> text.indexOf('\0') >= 0);
    if (found) {
      failures.add("pattern", "Input should not have the character zero", "query", name);
    }
    return found;
  }

  /**
   * All values of an array parameter, {@code k=a&k=b} or {@code k[]=a&k[]=b}; empty ones left out.
   */
  public List<String> all(String name) {
    var all = new ArrayList<>(values.getOrDefault(name, List.of()));
    all.addAll(values.getOrDefault(name + "[]", List.of()));
    all.removeIf(String::isEmpty);
    if (all.size() > MAX_VALUES) {
      failures.add("too_long", "At most " + MAX_VALUES + " values", "query", name);
    }
    return hasZero(name, all) ? List.of() : List.copyOf(all);
  }

  public int integer(String name, int min, int max, int otherwise) {
    return (int) number(name, min, max, otherwise);
  }

  /** A page's size: {@code first}, 1..200, or the server's default. */
  public int first() {
    return integer("first", 1, MAX_PAGE, pageSize);
  }

  public boolean bool(String name, boolean otherwise) {
    var text = text(name);
    return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
      case "" -> otherwise;
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> {
        failures.add("type", "Input should be true or false", "query", name);
        yield otherwise;
      }
    };
  }

  /** True or false when given, else null. */
  public @Nullable Boolean optionalBool(String name) {
    return text(name) == null ? null : (Boolean) bool(name, false);
  }

  /** A point in time in Unix seconds; null when absent. */
  public @Nullable Instant time(String name) {
    return text(name) == null
        ? null
        : Instant.ofEpochSecond(number(name, 0, Instant.MAX.getEpochSecond() / 2, 0));
  }

  /** One of the words, or null when absent. */
  public @Nullable String oneOf(String name, List<String> words) {
    var text = text(name);
    if (text != null && !words.contains(text)) {
      failures.add("enum", "Input should be one of " + String.join(", ", words), "query", name);
      return null;
    }
    return text;
  }

  /** Every value one of the words. */
  public List<String> allOf(String name, List<String> words) {
    var all = all(name);
    for (String value : all) {
      if (!words.contains(value)) {
        failures.add("enum", "Input should be one of " + String.join(", ", words), "query", name);
      }
    }
    return all;
  }

  /** Notes that a parameter must not be sent. */
  public void refuse(String name, String why) {
    if (values.containsKey(name)) {
      failures.add("not_allowed", why, "query", name);
    }
  }

  /** Notes a failure that only the handler can see. */
  public void fail(String type, String msg, String name) {
    failures.add(type, msg, "query", name);
  }

  private long number(String name, long min, long max, long otherwise) {
    var text = text(name);
    if (text == null) {
      return otherwise;
    }
    if (!INTEGER.matcher(text).matches()) {
      failures.add("type", "Input should be an integer", "query", name);
      return otherwise;
    }
    long value = Long.parseLong(text);
    if (value < min) {
      failures.add("too_small", "Input should be at least " + min, "query", name);
    } else if (value > max) {
      failures.add("too_large", "Input should be at most " + max, "query", name);
    }
    return Math.clamp(value, min, max);
  }
}
