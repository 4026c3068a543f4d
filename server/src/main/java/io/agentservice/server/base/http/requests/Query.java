package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.requests.QueryForms.Form;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query, read by name in any of its {@link QueryForms}; unknown and empty parameters are ignored
 * (completions.md 4, 7). Readers note failures and answer a stand-in; {@link #check} then refuses
 * them all.
 */
public final class Query {
  public static final int MAX_PAGE = 200;

  private static final int MAX_VALUES = 200;
  private static final int DATE_LENGTH = "2026-01-31".length();
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,40}");
  private static final Pattern COMMA = Pattern.compile(",");

  /** Parameters that choose a page, not rows. */
  private static final Set<String> PAGING = Set.of("first", "limit", "offset", "skip", "after");

  private final Map<String, List<String>> sent;
  private final QueryForms forms;
  private final int pageSize;
  private final Failures failures = new Failures();
  private final Map<String, List<String>> filters = new TreeMap<>();

  public Query(Map<String, List<String>> sent, int pageSize) {
    this.sent = sent;
    this.forms = new QueryForms(sent);
    this.pageSize = pageSize;
    if (forms.broken()) {
      fail("type", "Input should be a JSON object", "qs");
    }
  }

  /** The parameters of a query, in their order. */
  static Map<String, List<String>> parse(@Nullable String query) {
    return query == null || query.isEmpty()
        ? Map.of()
        : PercentEncoding.pairs(query)
            .collect(
                Collectors.groupingBy(
                    PercentEncoding.Pair::name,
                    LinkedHashMap::new,
                    Collectors.mapping(PercentEncoding.Pair::value, Collectors.toList())));
  }

  /** Throws a 422 with all failures so far. */
  public void check() {
    failures.check();
  }

  /** Whether it says nothing. */
  public boolean isEmpty() {
    return sent.isEmpty();
  }

  Map<String, List<String>> sent() {
    return sent;
  }

  /** The canonical filters asked for so far, to which cursors are bound. */
  public String filters() {
    return filters.toString();
  }

  /** Null when absent or empty. */
  public @Nullable String text(String name) {
    return text(name, UnaryOperator.identity());
  }

  /** As {@link #text(String)}, in a canonical spelling. */
  public @Nullable String text(String name, UnaryOperator<String> spelling) {
    var form = read(values -> List.of(spelling.apply(values.getFirst())), name);
    return form == null ? null : spelling.apply(form.values().getFirst());
  }

  /** Values of which a row matches any, whole and split at commas. */
  public List<String> any(String name) {
    return any(name, UnaryOperator.identity());
  }

  /** As {@link #any(String)}, in a canonical spelling. */
  public List<String> any(String name, UnaryOperator<String> spelling) {
    return each(name, spelling).stream()
        .flatMap(value -> Stream.concat(Stream.of(value), parts(value)))
        .map(spelling)
        .distinct()
        .toList();
  }

  /** All values, not split at commas. */
  public List<String> each(String name) {
    return each(name, UnaryOperator.identity());
  }

  private List<String> each(String name, UnaryOperator<String> spelling) {
    var form = read(values -> sorted(values.stream().flatMap(Query::parts).map(spelling)), name);
    if (form == null) {
      return List.of();
    }
    if (form.values().stream().flatMap(Query::parts).count() > MAX_VALUES) {
      fail("too_long", "At most " + MAX_VALUES + " values", name);
    }
    return form.values();
  }

  /** Values, split at commas, of these words. */
  public List<String> words(String name, List<String> words) {
    var all = sorted(each(name).stream().flatMap(Query::parts));
    if (!words.containsAll(all)) {
      fail("enum", "Input should be one of " + String.join(", ", words), name);
    }
    return all;
  }

  /** Splits a value at commas. */
  public static Stream<String> parts(String value) {
    return COMMA.splitAsStream(value).filter(part -> !part.isEmpty());
  }

  private static List<String> sorted(Stream<String> values) {
    return List.copyOf(new TreeSet<>(values.toList()));
  }

  public int integer(String name, int min, int max, int otherwise) {
    return (int) number(min, max, otherwise, name);
  }

  /** A page's size {@code first}, 1..200, or the default. */
  public int first() {
    return integer("first", 1, MAX_PAGE, pageSize);
  }

  /** As {@link #first()}, or {@code limit}. */
  public int firstOrLimit() {
    return firstOrLimit(pageSize);
  }

  /** The same with another default. */
  public int firstOrLimit(int otherwise) {
    return (int) number(1, MAX_PAGE, otherwise, "first", "limit");
  }

  /** The same with another maximum, which is the default. */
  public int firstOrLimitUpTo(int most) {
    return (int) number(1, most, most, "first", "limit");
  }

  /** Rows that version 2 leaves out. */
  public int skip() {
    return integer("skip", 0, Integer.MAX_VALUE, 0);
  }

  public boolean bool(String name, boolean otherwise) {
    var value = optionalBool(name);
    return value == null ? otherwise : value;
  }

  public @Nullable Boolean optionalBool(String name) {
    var text = text(name, Query::truth);
    if (text == null || text.equals("true") || text.equals("false")) {
      return text == null ? null : Boolean.valueOf(text);
    }
    fail("type", "Input should be true or false", name);
    return null;
  }

  private static String truth(String text) {
    return switch (text) {
      case "1" -> "true";
      case "0" -> "false";
      default -> text.toLowerCase(Locale.ROOT);
    };
  }

  /** From Unix seconds; null when absent. */
  public @Nullable Instant time(String name) {
    long second = number(0, Times.LAST_SECOND, -1, name);
    return second < 0 ? null : Instant.ofEpochSecond(second);
  }

  /** As {@link #time}, but required. */
  public @Nullable Instant requiredTime(String name) {
    if (!has(name)) {
      fail("missing", "Field required", name);
    }
    return time(name);
  }

  /**
   * Versions 1 and 2: a date, as its midnight, or a date-time whose {@code +} may be a blank
   * (completions.md 7); null when absent.
   */
  public @Nullable Instant isoTime(String... names) {
    UnaryOperator<String> spelling = sent -> sent.replace(' ', '+');
    var form = read(values -> List.of(spelling.apply(values.getFirst())), names);
    if (form == null) {
      return null;
    }
    var time = Times.parse(spelling.apply(form.values().getFirst()));
    if (time == null) {
      fail("format", "Input should be a date or a date-time with its offset", form.name());
    }
    return time;
  }

  /** A required date with a year of four digits. */
  public LocalDate date(String name) {
    String text = text(name);
    if (text == null) {
      fail("missing", "Field required", name);
      return LocalDate.EPOCH;
    }
    try {
      if (text.length() == DATE_LENGTH) {
        return LocalDate.parse(text);
      }
    } catch (DateTimeParseException _) {
      // The same failure serves.
    }
    fail("format", "Input should be a date such as 2026-01-31", name);
    return LocalDate.EPOCH;
  }

  /** From Unix milliseconds; null when absent. */
  public @Nullable Instant millis(String name) {
    long milli = number(0, Times.LAST_SECOND * 1000, -1, name);
    return milli < 0 ? null : Instant.ofEpochMilli(milli);
  }

  /** Null when absent. */
  public @Nullable String oneOf(String name, List<String> words) {
    var text = text(name);
    if (text != null && !words.contains(text)) {
      fail("enum", "Input should be one of " + String.join(", ", words), name);
      return null;
    }
    return text;
  }

  /** Notes that a parameter must not be sent. */
  public void refuse(String name, String why) {
    if (!forms.of(List.of(name)).isEmpty()) {
      fail("not_allowed", why, name);
    }
  }

  /** Whether the parameter was sent. */
  public boolean has(String name) {
    return !forms.of(List.of(name)).isEmpty();
  }

  /** Refuses the second of two exclusive parameters. */
  public void notBoth(String name, String other) {
    var sentOnes = forms.of(List.of(name, other));
    sentOnes.stream()
        .filter(form -> !form.name().equals(sentOnes.getFirst().name()))
        .findFirst()
        .ifPresent(second ->
            fail("not_allowed", "Not beside " + sentOnes.getFirst().name(), second.name()));
  }

  /** Names the spelling that was sent. */
  public void fail(String type, String msg, String name) {
    var sentOnes = forms.of(spellings(name).distinct().toList());
    failures.add(type, msg, "query", sentOnes.isEmpty() ? name : sentOnes.getFirst().name());
  }

  private long number(long min, long max, long otherwise, String... names) {
    var form = read(values -> List.of(values.getFirst()), names);
    if (form == null) {
      return otherwise;
    }
    String text = form.values().getFirst();
    if (!INTEGER.matcher(text).matches()) {
      fail("type", "Input should be an integer", form.name());
      return otherwise;
    }
    var value = new BigInteger(text);
    if (value.compareTo(BigInteger.valueOf(min)) < 0) {
      fail("too_small", "Input should be at least " + min, form.name());
      return min;
    }
    if (value.compareTo(BigInteger.valueOf(max)) > 0) {
      fail("too_large", "Input should be at most " + max, form.name());
      return max;
    }
    return value.longValue();
  }

  /**
   * The parameter in the form sent first; others must mean the same. Null when absent.
   *
   * @param meaning the canonical values
   * @param names those with the word {@code agent} have aliases
   */
  private @Nullable Form read(UnaryOperator<List<String>> meaning, String... names) {
    var spellings = Arrays.stream(names).flatMap(Query::spellings).distinct().toList();
    var found = forms.of(spellings);
    if (found.isEmpty()) {
      return null;
    }
    var form = found.getFirst();
    if (hasZero(form)) {
      return null;
    }
    var meant = meaning.apply(form.values());
    for (Form other : found.subList(1, found.size())) {
      if (!meaning.apply(other.values()).equals(meant)) {
        failures.add("alias_conflict", "Same parameter as " + form.place(), "query", other.place());
      }
    }
    if (!PAGING.contains(names[0])) {
      filters.put(names[0], meant);
    }
    return form;
  }

  private static Stream<String> spellings(String name) {
    return Stream.of(name, name.replace("agent", "devin"));
  }

  /** The database can't store the character zero. */
  private boolean hasZero(Form form) {
    boolean found = form.values().stream().anyMatch(text -> text.indexOf('\0') >= 0);
    if (found) {
      fail("pattern", "Input should not have the character zero", form.name());
    }
    return found;
  }
}
