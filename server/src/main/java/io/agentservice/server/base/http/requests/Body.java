package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.http.answers.Times;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON object body, read by name without coercion; unknown fields are ignored (completions.md 4).
 * Readers note failures and answer a stand-in; {@link #check} then refuses them all.
 */
public final class Body {
  /** Of numbers that need not be whole. */
  private static final int DECIMALS = 6;

  private final ObjectNode object;
  private final boolean nullIsAbsent;
  private final Map<String, String> spellings = new HashMap<>();
  private final Failures failures = new Failures();

  /** {@code nullIsAbsent}: as in a POST. */
  Body(ObjectNode object, boolean nullIsAbsent) {
    this.object = object;
    this.nullIsAbsent = nullIsAbsent;
    failures.refuseUnstorable(object, List.of("body"));
  }

  /** Throws a 422 with all failures so far. */
  public void check() {
    failures.check();
  }

  /** The same body without other fields. */
  public Body only(Collection<String> names) {
    return new Body(object.deepCopy().retain(names), nullIsAbsent);
  }

  /** Whether there are failures so far. */
  public boolean hasFailures() {
    return failures.any();
  }

  /**
   * Two spellings of a field, from now on read as {@code name}; the second of two different values
   * is a failure.
   */
  public void alias(String name, String other) {
    var value = sentValue(name);
    var otherValue = sentValue(other);
    if (value != null && otherValue != null) {
      if (!value.equals(otherValue)) {
        failures.add(
            "alias_conflict",
            "Same field as " + firstOf(name, other),
            "body",
            secondOf(name, other));
        if (value.isNull()) {
          spellings.put(name, other); // its absence is no further failure
        }
      }
    } else if (otherValue != null) {
      spellings.put(name, other);
    } else if (object.has(other) && !object.has(name)) {
      spellings.putIfAbsent(name, other); // what is missing is told by the name that was sent
    }
  }

  /** Null also for what counts as absent. */
  private @Nullable JsonNode sentValue(String name) {
    var value = object.get(name);
    return value != null && value.isNull() && nullIsAbsent ? null : value;
  }

  /** Also as null, where that clears it. */
  public boolean has(String name) {
    return sentValue(sent(name)) != null;
  }

  /** Whether the field was sent as null, to clear it in a PUT or PATCH. */
  public boolean isNull(String name) {
    var value = sentValue(sent(name));
    return value != null && value.isNull();
  }

  /** A field of a PUT or PATCH; {@code read} is a reader that may answer null. */
  public <T> Patch<T> patch(String name, Function<String, @Nullable T> read) {
    if (!has(name)) {
      return new Patch.Absent<>();
    }
    T value = isNull(name) ? null : read.apply(name);
    return value == null ? new Patch.Clear<>() : new Patch.Set<>(value);
  }

  /** As {@link #patch}, but null is a failure. */
  public <T> Patch<T> patchRequired(String name, Function<String, @Nullable T> read) {
    if (isNull(name)) {
      failures.add("missing", "Field required", "body", sent(name));
    }
    return patch(name, read);
  }

  /** Lengths in code points. */
  public String text(String name, int min, int max) {
    var text = optionalText(name, min, max);
    return text == null ? missing(name) : text;
  }

  /** Lengths in code points; null when absent. */
  public @Nullable String optionalText(String name, int min, int max) {
    var text = any(name);
    if (text != null) {
      checkLength(text.codePointCount(0, text.length()), min, max, "characters", name);
    }
    return text;
  }

  /** Lengths in bytes of UTF-8. */
  public String textOfBytes(String name, int min, int max) {
    var text = optionalTextOfBytes(name, min, max);
    return text == null ? missing(name) : text;
  }

  /** Lengths in bytes of UTF-8; null when absent. */
  public @Nullable String optionalTextOfBytes(String name, int min, int max) {
    var text = any(name);
    if (text != null) {
      checkLength(text.getBytes(StandardCharsets.UTF_8).length, min, max, "bytes", name);
    }
    return text;
  }

  /** Notes absent fields; those sent as null are left to their reader. */
  public void require(String... names) {
    for (String name : names) {
      if (!has(name)) {
        missing(name);
      }
    }
  }

  /** One of the words. */
  public String word(String name, List<String> words) {
    var word = optionalWord(name, words);
    return word == null ? missing(name) : word;
  }

  /** One of the words; null when absent. */
  public @Nullable String optionalWord(String name, List<String> words) {
    var text = any(name);
    if (text != null && !words.contains(text)) {
      failures.add(
          "enum", "Input should be one of " + String.join(", ", words), "body", sent(name));
    }
    return text;
  }

  public boolean bool(String name, boolean otherwise) {
    var value = value(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      failures.add("type", "Input should be true or false", "body", sent(name));
      return otherwise;
    }
    return value.booleanValue();
  }

  /** 1.0 is an integer, as in JSON Schema. */
  public static boolean isInteger(JsonNode value) {
    return value.isNumber() && value.canConvertToExactIntegral();
  }

  /** Null when absent. */
  public @Nullable Integer optionalInt(String name, int min, int max) {
    var number = optionalInteger(name, min, max);
    return number == null ? null : number.intValue();
  }

  /** A number from 0 to {@code max}, exact to six decimals; null when absent. */
  public @Nullable BigDecimal optionalDecimal(String name, int max) {
    var value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber()) {
      failures.add("type", "Input should be a number", "body", sent(name));
      return null;
    }
    double rough = value.asDouble(Double.MAX_VALUE);
    if (rough < 0) {
      failures.add("too_small", "Input should be at least 0", "body", sent(name));
      return BigDecimal.ZERO;
    }
    if (!(rough <= max)) {
      failures.add("too_large", "Input should be at most " + max, "body", sent(name));
      return BigDecimal.ZERO;
    }
    var exact = BigDecimal.valueOf(rough).stripTrailingZeros();
    if (exact.scale() > DECIMALS) {
      failures.add(
          "pattern",
          "Input should have at most %d decimals".formatted(DECIMALS),
          "body",
          sent(name));
    }
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  /** From Unix seconds; null when absent. */
  public @Nullable Instant optionalTime(String name) {
    var second = optionalInteger(name, 0, Times.LAST_SECOND);
    return second == null ? null : Instant.ofEpochSecond(second);
  }

  private @Nullable Long optionalInteger(String name, long min, long max) {
    var value = value(name);
    if (value == null) {
      return null;
    }
    if (!isInteger(value)) {
      failures.add("type", "Input should be an integer", "body", sent(name));
      return null;
    }
    boolean negative = value.asString().startsWith("-");
    boolean fits = value.canConvertToLong();
    if (fits ? value.longValue() < min : negative) {
      failures.add("too_small", "Input should be at least " + min, "body", sent(name));
      return min;
    }
    if (!fits || value.longValue() > max) {
      failures.add("too_large", "Input should be at most " + max, "body", sent(name));
      return max;
    }
    return value.longValue();
  }

  /** Empty texts for wrong ones; null when absent. */
  public @Nullable List<String> optionalTexts(
      String name, int minCount, int maxCount, int maxLength) {
    var value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isArray()) {
      failures.add("type", "Input should be an array", "body", sent(name));
      return null;
    }
    checkLength(value.size(), minCount, maxCount, "items", name);
    var texts = new ArrayList<String>();
    for (int i = 0; i < value.size(); i++) {
      texts.add(item(name, i, value.get(i), maxLength));
    }
    return texts;
  }

  /** As {@link #optionalTexts}, but required. */
  public List<String> texts(String name, int minCount, int maxCount, int maxLength) {
    var texts = optionalTexts(name, minCount, maxCount, maxLength);
    if (texts == null) {
      missing(name);
      return List.of();
    }
    return texts;
  }

  private String item(String name, int index, JsonNode item, int maxLength) {
    if (!item.isString()) {
      failAt("type", "Input should be text", name, index);
      return "";
    }
    String text = item.stringValue();
    if (text.isEmpty()) {
      failAt("too_short", "Input should have at least 1 characters", name, index);
    } else if (text.codePointCount(0, text.length()) > maxLength) {
      failAt("too_long", "Input should have at most " + maxLength + " characters", name, index);
      return "";
    }
    return text;
  }

  /**
   * Each object of an array, read as a body of its own, whose failures are told at its place; empty
   * when absent.
   */
  public <T> List<T> objects(String name, int maxCount, Function<Body, T> read) {
    var value = value(name);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      fail("type", "Input should be an array", name);
      return List.of();
    }
    var all = new ArrayList<T>();
    checkLength(value.size(), 0, maxCount, "items", name);
    for (int i = 0; value.size() <= maxCount && i < value.size(); i++) {
      if (value.get(i) instanceof ObjectNode item) {
        var body = new Body(item, nullIsAbsent);
        all.add(read.apply(body));
        failures.take(body.failures, "body", sent(name), i);
      } else {
        failAt("type", "Input should be an object", name, i);
      }
    }
    return all;
  }

  /** Null when absent. */
  public @Nullable ObjectNode optionalObject(String name) {
    var value = value(name);
    if (value != null && !value.isObject()) {
      failures.add("type", "Input should be an object", "body", sent(name));
      return null;
    }
    return (ObjectNode) value;
  }

  /** As sent, for fields of several shapes; null when absent. */
  public @Nullable JsonNode value(String name) {
    var value = object.get(sent(name));
    return value == null || value.isNull() ? null : value;
  }

  /** The field's name as sent. */
  public String spelling(String name) {
    return sent(name);
  }

  /** Notes a failure that only the handler can see. */
  public void fail(String type, String msg, String name) {
    failures.add(type, msg, "body", sent(name));
  }

  /** As {@link #fail(String, String, String)}, inside the field, at indexes and names. */
  public void failAt(String type, String msg, String name, Object... at) {
    var loc = new ArrayList<Object>(List.of("body", sent(name)));
    loc.addAll(Arrays.asList(at));
    failures.add(type, msg, loc.toArray());
  }

  private @Nullable String any(String name) {
    var value = value(name);
    if (value != null && !value.isString()) {
      failures.add("type", "Input should be text", "body", sent(name));
      return null;
    }
    return value == null ? null : value.stringValue();
  }

  private String missing(String name) {
    var value = object.get(sent(name));
    if (value == null || value.isNull()) {
      failures.add("missing", "Field required", "body", sent(name));
    }
    return "";
  }

  private void checkLength(int length, int min, int max, String unit, String name) {
    if (length < min) {
      failures.add(
          "too_short", "Input should have at least %d %s".formatted(min, unit), "body", sent(name));
    } else if (length > max) {
      failures.add(
          "too_long", "Input should have at most %d %s".formatted(max, unit), "body", sent(name));
    }
  }

  private String sent(String name) {
    return spellings.getOrDefault(name, name);
  }

  private String firstOf(String name, String other) {
    for (String field : object.propertyNames()) {
      if (field.equals(name) || field.equals(other)) {
        return field;
      }
    }
    return name;
  }

  /** The one sent second. */
  public String secondOf(String name, String other) {
    return firstOf(name, other).equals(name) ? other : name;
  }
}
