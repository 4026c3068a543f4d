package io.agentservice.llm.prices;

import io.agentservice.llm.Llm;
import io.agentservice.llm.replay.ReplayLlm;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What models cost: list prices as of 2026-11, {@link #DEFAULT} for unknown models so that limits
 * hold, or {@code AGENT_MODEL_PRICE} for all but recordings without usage.
 */
public final class Pricing {

  private static final List<String> DEFAULT_NUMBERS = List.of("3", "15", "0.30", "3.75");

  /** Of a model that nobody has given a price: that of a usual large one. */
  public static final Price DEFAULT =
      price(
          DEFAULT_NUMBERS.get(0),
          DEFAULT_NUMBERS.get(1),
          DEFAULT_NUMBERS.get(2),
          DEFAULT_NUMBERS.get(3));

  /** Standard tier; cache writes for five minutes. A bound begins a long-prompt price. */
  private static final String TABLE =
      """
      # model               input output cache_read cache_write [> tokens]
      claude-fable-5-1      10    50     0.25   12.50
      claude-mythos-5-1     10    50     0.25   12.50
      claude-fable-5        10    50     1      12.50
      claude-mythos-5       10    50     1      12.50
      claude-opus-5-5       4     20     0.20   5
      claude-opus-5         5     25     0.50   6.25
      claude-opus-4-8       5     25     0.50   6.25
      claude-opus-4-7       5     25     0.50   6.25
      claude-opus-4-6       5     25     0.50   6.25
      claude-opus-4-5       5     25     0.50   6.25
      claude-opus-4-1       15    75     1.50   18.75
      claude-sonnet-5-5     2     10     0.10   2.50
      claude-sonnet-5       2     10     0.20   2.50
      claude-sonnet-4-6     3     15     0.30   3.75
      claude-sonnet-4-5     3     15     0.30   3.75
      claude-haiku-5-5      0.10  0.50   0.01   0.125
      claude-haiku-5-5      0.50  2.50   0.05   0.625  100000
      claude-haiku-4-5      1     5      0.10   1.25
      gpt-6-astra           10    50     1      12.50
      gpt-6-astra           20    75     2      25     272000
      gpt-6.1-sol           2     10     0.10   2.50
      gpt-6.1-sol           4     15     0.20   5      272000
      gpt-6.1-terra         1     5      0.05   1.25
      gpt-6.1-terra         2     7.50   0.10   2.50   272000
      gpt-5.2               1.75  14     0.175  1.75
      gpt-5                 1.25  10     0.125  1.25
      gpt-5-mini            0.25  2      0.025  0.25
      gpt-5-nano            0.05  0.40   0.005  0.05
      """;

  /** What may follow a model's name without making it another model: the date of its version. */
  private static final Pattern VERSION =
      Pattern.compile("(-latest|[-@]\\d{8}|-\\d{4}-\\d{2}-\\d{2})");

  private static final Map<String, Price> LIST = read(TABLE);

  private final @Nullable Price given;

  /** {@code given}, if not null, comes before the table. */
  public Pricing(@Nullable Price given) {
    this.given = given;
  }

  /** The model's price; {@link #DEFAULT} if nobody knows it. */
  public Price of(Llm llm) {
    return known(llm).orElse(DEFAULT);
  }

  /**
   * A line that says that the price is unknown, what counts instead and what to set; else empty.
   */
  public Optional<String> remark(Llm llm) {
    return known(llm).isPresent()
        ? Optional.empty()
        : Optional.of(
            "the price of "
                + llm.name()
                + " is not known, so it counts as "
                + String.join(",", DEFAULT_NUMBERS)
                + " (US dollars per million tokens of input, output, cache read, cache write): set"
                + " AGENT_MODEL_PRICE, to 0,0,0,0 for a model that costs nothing");
  }

  /** The list price, also behind a base URL of the operator's. */
  private Optional<Price> known(Llm llm) {
    return llm instanceof ReplayLlm replay && !replay.transcript().hasUsage()
        ? Optional.of(Price.FREE)
        : ofModel(llm.model());
  }

  /** The price of a model by the provider's name for it, with or without the date of a version. */
  Optional<Price> ofModel(String model) {
    if (given != null) {
      return Optional.of(given);
    }
    String plain = model.substring(model.indexOf(':') + 1);
    return LIST.entrySet().stream()
        .filter(entry -> plain.startsWith(entry.getKey()))
        .filter(entry -> isVersion(plain.substring(entry.getKey().length())))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Those that have a list price, by the providers' names, the newest of each family first. */
  public static List<String> models() {
    return TABLE
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .distinct()
        .toList();
  }

  private static boolean isVersion(String rest) {
    return rest.isEmpty() || VERSION.matcher(rest).matches();
  }

  private static Map<String, Price> read(String table) {
    var prices = new HashMap<String, Price>();
    table
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" +"))
        .forEach(row -> {
          var price = price(row[1], row[2], row[3], row[4]);
          if (row.length == 5) {
            prices.put(row[0], price);
          } else {
            prices.computeIfPresent(
                row[0], (model, normal) -> withLongPrompt(normal, Long.parseLong(row[5]), price));
          }
        });
    return Map.copyOf(prices);
  }

  /** From four decimal numbers. */
  public static Price price(String input, String output, String cacheRead, String cacheWrite) {
    return new Price(
        new BigDecimal(input),
        new BigDecimal(output),
        new BigDecimal(cacheRead),
        new BigDecimal(cacheWrite),
        null);
  }

  private static Price withLongPrompt(Price normal, long longerThan, Price longPrice) {
    return new Price(
        normal.input(),
        normal.output(),
        normal.cacheRead(),
        normal.cacheWrite(),
        new Price.LongPrompt(longerThan, longPrice));
  }
}
