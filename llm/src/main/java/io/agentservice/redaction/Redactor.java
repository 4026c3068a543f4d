package io.agentservice.redaction;

import io.agentservice.redaction.Needles.Found;
import io.agentservice.redaction.Needles.Needle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Masks the values of secrets in time that grows with the text only; making one takes time by the
 * secrets' length. Immutable.
 */
public final class Redactor {
  private static final LongAdder STEPS = new LongAdder();

  public static final Redactor NONE = new Redactor(List.of(), List.of());

  /** Texts are masked in pieces of this many characters, or the longest secret's. */
  private static final int PIECE = 1 << 14;

  private record Secret(String key, String value) {}

  private final List<Secret> secrets;
  private final List<Shape> shapes;
  private final Needles needles;
  private final boolean[] startsShape = new boolean[Character.MAX_VALUE + 1];
  private final int longest;

  private Redactor(List<Secret> secrets, List<Shape> shapes) {
    this.secrets = List.copyOf(secrets);
    this.shapes = List.copyOf(shapes);
    var texts = new ArrayList<Needle>();
    for (var secret : secrets) {
      String mask = "[secret:" + secret.key() + "]";
      Variants.of(secret.value()).forEach(text -> texts.add(new Needle(text, mask)));
    }
    needles = new Needles(texts, STEPS);
    int most = needles.longest();
    for (var shape : shapes) {
      startsShape[shape.prefix().charAt(0)] = true;
      most = Math.max(most, shape.length());
    }
    longest = most;
  }

  /** By key; values of under four characters are not masked, they would tear texts apart. */
  public static Redactor of(Map<String, String> secrets) {
    return NONE.with(secrets);
  }

  /** One that knows these secrets too, as by {@link #of}; their masks come first. */
  public Redactor with(Map<String, String> more) {
    var all = new ArrayList<Secret>();
    more.forEach((key, value) -> {
      if (value.strip().length() >= Variants.SHORTEST) {
        all.add(new Secret(key, value));
      }
    });
    if (all.isEmpty()) {
      return this;
    }
    all.addAll(secrets);
    return new Redactor(all, shapes);
  }

  /** One that also knows secrets by what they look like; a known value's mask comes first. */
  public Redactor with(List<Shape> more) {
    var all = new ArrayList<>(shapes);
    all.addAll(more);
    return new Redactor(secrets, all);
  }

  /** Characters read and look-ups made by all redactors of this process so far. */
  public static long steps() {
    return STEPS.sum();
  }

  /** Estimated bytes of memory. */
  public int size() {
    long values = secrets.stream().mapToLong(secret -> 2L * secret.value().length()).sum();
    return (int) Math.min(needles.size() + startsShape.length + values, Integer.MAX_VALUE);
  }

  /** The whole text with every secret masked. */
  public String mask(String text) {
    if (longest == 0) {
      return text;
    }
    var stream = stream();
    var masked = new StringBuilder(text.length());
    int piece = Math.max(PIECE, longest);
    for (int from = 0; from < text.length(); from += piece) {
      masked.append(stream.accept(text.substring(from, Math.min(text.length(), from + piece))));
    }
    return masked.append(stream.end()).toString();
  }

  public Stream stream() {
    return new Stream();
  }

  /** Masks pieces of a text; holds back what may start a secret. For one thread. */
  public final class Stream {
    /** How often each character may be read again, with this much in advance. */
    private static final int ROUNDS = 4;

    private static final int ADVANCE = 1 << 16;

    private StringBuilder held = new StringBuilder();
    private long credit = ADVANCE;

    private Stream() {}

    /** Takes a piece; answers the masked text that is certain by now, possibly empty. */
    public String accept(String piece) {
      if (longest == 0) {
        return piece;
      }
      held.append(piece);
      credit += (long) ROUNDS * piece.length();
      // What is held was looked at before: pieces of one character behind what may be a long
      // secret's start wait until there are enough of them.
      return held.length() > credit ? "" : take(false);
    }

    /** The rest; the stream is then as new. */
    public String end() {
      String rest = take(true);
      credit = ADVANCE;
      return rest;
    }

    private String take(boolean last) {
      credit -= held.length();
      var scan = new Scan(held);
      var out = new StringBuilder(held.length());
      int index = 0;
      while (index < held.length() && (last || !scan.isOpen(index))) {
        var found = scan.at(index);
        if (found == null) {
          out.append(held.charAt(index++));
        } else {
          out.append(found.mask());
          index += found.length();
        }
      }
      held = new StringBuilder(held.substring(index));
      return out.toString();
    }
  }

  /** A pass over a text. */
  private final class Scan {
    private final CharSequence text;
    private final PrefixHash hash;

    Scan(CharSequence text) {
      this.text = text;
      hash = PrefixHash.of(text);
      STEPS.add(text.length());
    }

    /** What is to be masked at this place, or null. */
    @Nullable Found at(int index) {
      var needle = needles.at(text, hash, index);
      if (needle != null || !startsShape[text.charAt(index)]) {
        return needle;
      }
      for (var shape : shapes) {
        STEPS.increment();
        if (shape.at(text, index)) {
          return new Found(shape.length(), shape.mask());
        }
      }
      return null;
    }

    boolean isOpen(int index) {
      if (text.length() - index >= longest) {
        return false;
      }
      return needles.isOpen(text, hash, index)
          || (startsShape[text.charAt(index)]
              && shapes.stream().anyMatch(shape -> shape.open(text, index)));
    }
  }
}
