package io.agentservice.server.base.settings.reading;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class SettingReader {
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

  private final Map<String, String> values;
  private final List<Setting> declared;
  private final List<String> errors;
  private final Map<String, String> masked;
  private final boolean secret;
  private final boolean reloadable;

  public SettingReader(Map<String, String> values) {
    this(values, new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>(), false, false);
  }

  private SettingReader(
      Map<String, String> values,
      List<Setting> declared,
      List<String> errors,
      Map<String, String> masked,
      boolean secret,
      boolean reloadable) {
    this.values = values;
    this.declared = declared;
    this.errors = errors;
    this.masked = masked;
    this.secret = secret;
    this.reloadable = reloadable;
  }

  /** Masks the value of the next setting in all texts. */
  public SettingReader secret() {
    return new SettingReader(values, declared, errors, masked, true, reloadable);
  }

  /**
   * For settings whose values are asked for anew whenever they count ({@code LiveSettings}): the
   * server that runs takes others from its files.
   */
  public SettingReader reloadable() {
    return new SettingReader(values, declared, errors, masked, secret, true);
  }

  /** Masks a value, if not null, as {@code [secret:name]}. */
  public void mask(String name, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      masked.put(name, value.strip());
    }
  }

  /** Masks a variable of other programs. */
  public void maskVariable(String name) {
    mask(name, values.get(name));
  }

  /** The variables, and the masked values read so far. */
  public Variables variables() {
    return new Variables(values, masked);
  }

  public @Nullable String text(String name, String shownDefault, String meaning) {
    declared.add(new Setting(name, shownDefault, meaning, secret, reloadable));
    String value = values.get(name);
    if (secret) {
      mask(name, value);
    }
    return value == null || value.isBlank() ? null : value.strip();
  }

  public String text(String name, String otherwise, String shownDefault, String meaning) {
    String value = text(name, shownDefault, meaning);
    return value == null ? otherwise : value;
  }

  public int integer(String name, int min, int max, int otherwise, String meaning) {
    return (int) number(name, min, max, otherwise, meaning);
  }

  /** The same with another shown default. */
  public int integer(
      String name, int min, int max, int otherwise, String shownDefault, String meaning) {
    int value = integer(name, min, max, otherwise, meaning);
    declared.removeLast();
    declared.add(new Setting(name, shownDefault, meaning, secret, reloadable));
    return value;
  }

  /** A whole number that may be larger than an {@code int}. */
  public long number(String name, long min, long max, long otherwise, String meaning) {
    String value = text(name, Long.toString(otherwise), meaning);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, with the bounds.
    }
    errors.add("%s must be a number from %d to %d".formatted(name, min, max));
    return otherwise;
  }

  /** A decimal number above 0, at most a million, with at most six decimals. */
  public BigDecimal price(String name, String otherwise, String meaning) {
    String value = text(name, otherwise, otherwise, meaning);
    try {
      var number = new BigDecimal(value);
      if (number.signum() > 0 && number.compareTo(MOST) <= 0 && number.scale() <= 6) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, with the bounds.
    }
    errors.add("%s must be a number above 0 such as %s".formatted(name, otherwise));
    return new BigDecimal(otherwise);
  }

  public boolean bool(String name, boolean otherwise, String meaning) {
    String value = text(name, Boolean.toString(otherwise), meaning);
    if (value == null) {
      return otherwise;
    }
    if (!value.equals("true") && !value.equals("false")) {
      errors.add(name + " must be true or false");
    }
    return value.equals("true");
  }

  /** Null when unset; {@code parser} throws IllegalArgumentException, to go on after the name. */
  public <T> @Nullable T parsed(
      String name, Function<String, T> parser, String shownDefault, String meaning) {
    String value = text(name, shownDefault, meaning);
    try {
      return value == null ? null : parser.apply(value);
    } catch (IllegalArgumentException e) {
      error(name + " " + e.getMessage());
      return null;
    }
  }

  public @Nullable Path path(String name, String shownDefault, String meaning) {
    return parsed(name, SettingReader::path, shownDefault, meaning);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException _) {
      throw new IllegalArgumentException("must be a path"); // without the text
    }
  }

  /** An address, null when unset; the last of {@code schemes} is shown. */
  public @Nullable String address(
      String name, List<String> schemes, String shownDefault, String meaning) {
    return parsed(name, text -> address(text, schemes), shownDefault, meaning);
  }

  /** As {@link #address}, but without a path; a slash at the end is dropped. */
  public @Nullable String origin(
      String name, List<String> schemes, String shownDefault, String meaning) {
    return parsed(name, text -> origin(address(text, schemes)), shownDefault, meaning);
  }

  private static String origin(String address) {
    String bare = address.replaceFirst("/$", "");
    var parts = URI.create(bare);
    if (!parts.getRawPath().isEmpty()
        || parts.getRawQuery() != null
        || parts.getRawFragment() != null) {
      throw new IllegalArgumentException("must be an address without a path and a query");
    }
    return bare;
  }

  private static String address(String text, List<String> schemes) {
    try {
      var address = new URI(text);
      if (address.getHost() != null && schemes.contains(address.getScheme())) {
        return text;
      }
    } catch (URISyntaxException _) {
      // Told below, without the text.
    }
    throw new IllegalArgumentException(
        "must be an address such as " + schemes.getLast() + "://agent.example.org");
  }

  /** One of the constants, written in lower case. */
  public <E extends Enum<E>> E oneOf(String name, Class<E> type, E otherwise, String meaning) {
    String value = text(name, word(otherwise), meaning);
    if (value == null) {
      return otherwise;
    }
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(value)) {
        return constant;
      }
    }
    error(
        name
            + " must be one of "
            + Stream.of(type.getEnumConstants()).map(SettingReader::word).toList());
    return otherwise;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Words separated by commas; none when unset. */
  public Set<String> words(String name, String meaning) {
    String value = text(name, "none", meaning);
    return value == null
        ? Set.of()
        : Arrays.stream(value.split(",", -1))
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
  }

  public void error(String message) {
    errors.add(message);
  }

  /** All settings read so far. */
  public List<Setting> declared() {
    return List.copyOf(declared);
  }

  public void check() {
    if (!errors.isEmpty()) {
      throw new SettingsException(String.join("; ", errors));
    }
  }
}
