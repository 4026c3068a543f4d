package io.agentservice.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Masks the values of secrets. Immutable, safe for many threads. */
public final class Redactor {
  /** Knows no secret. */
  public static final Redactor NONE = new Redactor(List.of(), List.of());

  private static final int BUCKETS = 4096;

  /** A text to be masked, and what stands there instead. */
  record Needle(String text, String mask) {}

  private final List<Needle> needles;
  private final List<Shape> shapes;
  private final Needle[][] byStart = new Needle[BUCKETS][];
  private final boolean[] startsOne = new boolean[Character.MAX_VALUE + 1];
  private final int longest;

  private Redactor(List<Needle> needles, List<Shape> shapes) {
    this.needles = List.copyOf(needles);
    this.shapes = List.copyOf(shapes);
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
    int most = sorted.isEmpty() ? 0 : sorted.getFirst().text().length();
    for (var shape : shapes) {
      startsOne[shape.prefix().charAt(0)] = true;
      most = Math.max(most, shape.length());
    }
    longest = most;
  }

  /**
   * For the given secrets.
   *
   * @param secrets key to value; values of under four characters are left alone, since masking them
   *     would tear every text apart
   */
  public static Redactor of(Map<String, String> secrets) {
    return NONE.with(secrets);
  }

  /** One that knows these secrets too, as by {@link #of}; their masks come first. */
  public Redactor with(Map<String, String> secrets) {
    var all = new ArrayList<Needle>();
    secrets.forEach((key, value) ->
        Variants.of(value).forEach(text -> all.add(new Needle(text, "[secret:" + key + "]"))));
    if (all.isEmpty()) {
      return this;
    }
    all.addAll(needles);
    return new Redactor(all, shapes);
  }

  /** One that also knows secrets by what they look like; a known value's mask comes first. */
  public Redactor with(List<Shape> more) {
    var all = new ArrayList<>(shapes);
    all.addAll(more);
    return new Redactor(needles, all);
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

  /** The longest secret at this place, or null. */
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
    for (var shape : shapes) {
      if (shape.at(text, index)) {
        return new Needle(text.subSequence(index, index + shape.length()).toString(), shape.mask());
      }
    }
    return null;
  }

  /** Whether what is left from here on may be the start of a secret that is longer. */
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
    return shapes.stream().anyMatch(shape -> shape.open(text, index));
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
