package io.agentservice.server.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Masks the values of secrets. Immutable, safe for many threads. */
public final class Redactor {
  /** Knows no secret. */
  public static final Redactor NONE = new Redactor(List.of());

  private static final int BUCKETS = 4096;

  /** A text to be masked, and what stands there instead. */
  record Needle(String text, String mask) {}

  private final Needle[][] byStart = new Needle[BUCKETS][];
  private final boolean[] startsOne = new boolean[Character.MAX_VALUE + 1];
  private final int longest;

  private Redactor(List<Needle> needles) {
    // Longest first, so that the first needle that fits is the one to mask.
    var sorted = new ArrayList<>(needles);
    sorted.sort(Comparator.comparingInt((Needle needle) -> needle.text().length()).reversed());
    for (var needle : sorted) {
      startsOne[needle.text().charAt(0)] = true;
      int bucket = bucket(needle.text(), 0);
      var present = byStart[bucket] == null ? new Needle[0] : byStart[bucket];
      byStart[bucket] = Arrays.copyOf(present, present.length + 1);
      byStart[bucket][present.length] = needle;
    }
    longest = sorted.isEmpty() ? 0 : sorted.getFirst().text().length();
  }

  /**
   * For the given secrets.
   *
   * @param secrets key to value; values of under four characters are left alone, since masking them
   *     would tear every text apart
   */
  public static Redactor of(Map<String, String> secrets) {
    var needles = new ArrayList<Needle>();
    secrets.forEach((key, value) ->
        Variants.of(value).forEach(text -> needles.add(new Needle(text, "[secret:" + key + "]"))));
    return needles.isEmpty() ? NONE : new Redactor(needles);
  }

  /** The whole text with every secret masked. */
  public String mask(String text) {
    if (longest == 0) {
      return text;
    }
    var stream = stream();
    return stream.accept(text) + stream.end();
  }

  /** For a text that comes in pieces. */
  public Stream stream() {
    return new Stream();
  }

  /** The longest needle at this place, or null. */
  private @Nullable Needle at(CharSequence text, int index) {
    if (index + 1 >= text.length() || !startsOne[text.charAt(index)]) {
      return null;
    }
    var bucket = byStart[bucket(text, index)];
    if (bucket != null) {
      for (var needle : bucket) {
        if (needle.text().length() <= text.length() - index
            && fits(needle.text(), text, index, needle.text().length())) {
          return needle;
        }
      }
    }
    return null;
  }

  /** Whether what is left from here on may be the start of a needle that is longer. */
  private boolean open(CharSequence text, int index) {
    int left = text.length() - index;
    if (left >= longest || !startsOne[text.charAt(index)]) {
      return false;
    }
    if (left == 1) {
      return true;
    }
    var bucket = byStart[bucket(text, index)];
    if (bucket != null) {
      for (var needle : bucket) {
        if (needle.text().length() > left && fits(needle.text(), text, index, left)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean fits(String needle, CharSequence text, int index, int length) {
    for (int i = 0; i < length; i++) {
      if (needle.charAt(i) != text.charAt(index + i)) {
        return false;
      }
    }
    return true;
  }

  private static int bucket(CharSequence text, int index) {
    return (text.charAt(index) * 31 + text.charAt(index + 1)) & (BUCKETS - 1);
  }

  /**
   * Masks a text that comes in pieces; the pieces given out, joined, are the masked text. Holds
   * back only what may be the start of a secret. For one thread.
   */
  public final class Stream {
    private StringBuilder held = new StringBuilder();

    private Stream() {}

    /** Takes a piece and gives what is sure by now; may be empty. */
    public String accept(String piece) {
      if (longest == 0) {
        return piece;
      }
      held.append(piece);
      return take(false);
    }

    /** Gives the rest; the stream is then as new. */
    public String end() {
      return take(true);
    }

    private String take(boolean last) {
      var out = new StringBuilder(held.length());
      int index = 0;
      while (index < held.length() && (last || !open(held, index))) {
        var needle = at(held, index);
        if (needle == null) {
          out.append(held.charAt(index++));
        } else {
          out.append(needle.mask());
          index += needle.text().length();
        }
      }
      held = new StringBuilder(held.substring(index));
      return out.toString();
    }
  }
}
