package io.agentservice.server.base.jsonschema;

import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A schema's patterns in linear time (RE2): without back references and look-around. */
final class LinearPatterns implements RegularExpressionFactory {
  /** Steps of all compiled patterns together; a match costs at most so many per character. */
  private static final long MAX_SIZE = 20_000;

  private static final Pattern REPETITION = Pattern.compile("\\{(\\d+)(?:,(\\d*))?\\}");
  private static final String END_OF_GROUP = ")}*+?";
  private static final Pattern CODE_UNIT =
      Pattern.compile("((?<!\\\\)(?:\\\\\\\\)*\\\\)u(\\p{XDigit}{4})");
  private static final int MAX_DIGITS = 4;
  private static final int SHOWN = 100;

  private long left = MAX_SIZE;

  @Override
  public RegularExpression getRegularExpression(String pattern) {
    if (size(pattern) > left) {
      throw new UnfitSchemaException(
          "The patterns are too large, from %s on".formatted(shown(pattern)));
    }
    try {
      var compiled = com.google.re2j.Pattern.compile(ours(pattern));
      left -= compiled.programSize();
      return text -> compiled.matcher(new Interruptible(text)).find();
    } catch (PatternSyntaxException e) {
      throw new UnfitSchemaException(
          "The pattern %s can't be used: %s; back references and look-around are not supported"
              .formatted(shown(pattern), e.getDescription()));
    }
  }

  private static String shown(String pattern) {
    return pattern.length() <= SHOWN ? pattern : pattern.substring(0, SHOWN) + "…";
  }

  /** {@code \}{@code u0041} as RE2 writes it. */
  private static String ours(String pattern) {
    return CODE_UNIT.matcher(pattern).replaceAll("$1x{$2}");
  }

  /** An upper bound of the compiled size, for repetitions, before compiling. */
  private static long size(String pattern) {
    long sum = pattern.length();
    long factor = 1;
    var found = REPETITION.matcher(pattern);
    while (found.find() && factor <= MAX_SIZE) {
      long count = Math.max(count(found.group(1)), count(found.group(2)));
      int before = found.start() - 1;
      boolean ofGroup = before >= 0 && END_OF_GROUP.indexOf(pattern.charAt(before)) >= 0;
      sum += ofGroup ? 0 : count;
      factor *= ofGroup ? Math.max(1, count) : 1;
    }
    return sum * factor;
  }

  private static long count(@Nullable String digits) {
    if (digits == null || digits.isEmpty()) {
      return 0;
    }
    return digits.length() > MAX_DIGITS ? MAX_SIZE + 1 : Long.parseLong(digits);
  }

  /** A text whose reader stops when its thread is interrupted. */
  private record Interruptible(CharSequence text) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (Thread.currentThread().isInterrupted()) {
        throw new UnfitSchemaException("Matching a pattern takes too long");
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Interruptible(text.subSequence(start, end));
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
