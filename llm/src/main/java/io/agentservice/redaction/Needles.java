package io.agentservice.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Texts to be looked for, many of them and long ones, at a cost for each character of a text that
 * depends on neither: whether a needle stands at a place is asked by hashes, of as many lengths as
 * it takes to halve the lengths that there are down to one. Its size is that of the number of
 * needles, not of their characters, which it does not keep. Immutable, safe for many threads.
 *
 * <p>The halving is that of M. Waldvogel et al., Scalable High Speed IP Routing Lookups (1997):
 * beside each needle stand those of its beginnings that a search comes by on its way to it, each
 * with the longest needle that it begins with.
 */
final class Needles {
  /** A text to be masked, and what stands there instead. */
  record Needle(String text, String mask) {}

  /** What was found: so many characters, and what stands for them. */
  record Found(int length, String mask) {}

  /** A beginning of a needle, and of none that is shorter. */
  private static final int BEGINNING = -1;

  private static final int EXACT_BEGINNINGS = 8;
  private static final int FOUND_BYTES = 32;

  private final List<Found> found = new ArrayList<>();
  private final int[] lengths;
  private final LongTable table = new LongTable();
  private final LongTable starts = new LongTable();
  private final LongTable beginnings = new LongTable();
  private final LongAdder steps;

  /**
   * Of two that are equal the first one's mask counts.
   *
   * @param needles of {@link Variants#SHORTEST} characters at least
   * @param steps what is done is counted here
   */
  Needles(List<Needle> needles, LongAdder steps) {
    this.steps = steps;
    var sorted = new ArrayList<>(needles);
    sorted.sort(Comparator.comparingInt(needle -> needle.text().length()));
    lengths = sorted.stream().mapToInt(needle -> needle.text().length()).distinct().toArray();
    for (int i = 0, level = 0; i < sorted.size(); i++) {
      while (lengths[level] < sorted.get(i).text().length()) {
        level++;
      }
      add(sorted.get(i), level);
    }
  }

  /** After all that are shorter. */
  private void add(Needle needle, int level) {
    int length = needle.text().length();
    var hash = PrefixHash.of(needle.text());
    steps.add(length);
    long key = hash.key(0, length);
    if (table.get(key) >= 0) {
      return;
    }
    for (int low = 0, high = lengths.length - 1, at = -1; at != level; ) {
      at = (low + high) >>> 1;
      if (at < level) {
        long beginning = hash.key(0, lengths[at]);
        if (table.get(beginning) == LongTable.ABSENT) {
          table.put(beginning, longest(hash, 0, lengths[at]));
        }
        low = at + 1;
      } else {
        high = at - 1;
      }
    }
    table.put(key, found.size());
    found.add(new Found(length, needle.mask()));
    starts.put(start(needle.text(), 0), 1);
    for (int known = 1; known < length; known++) {
      if (known == sampled(known)) {
        long beginning = hash.key(0, known);
        beginnings.put(beginning, Math.max(beginnings.get(beginning), length));
      }
    }
  }

  /** Bytes that they take, about. */
  long size() {
    return table.size() + starts.size() + beginnings.size() + (long) found.size() * FOUND_BYTES;
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Characters of the longest. */
  int longest() {
    return isEmpty() ? 0 : lengths[lengths.length - 1];
  }

  /** The longest one at this place of a text, or null. */
  @Nullable Found at(CharSequence text, PrefixHash hash, int index) {
    int left = text.length() - index;
    if (left < Variants.SHORTEST || starts.get(start(text, index)) == LongTable.ABSENT) {
      return null;
    }
    int best = longest(hash, index, left);
    return best < 0 ? null : found.get(best);
  }

  /** The number of the longest that stands there and has at most so many characters. */
  private int longest(PrefixHash hash, int index, int most) {
    int best = BEGINNING;
    int low = 0;
    int high = lengths.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int value =
          lengths[middle] > most ? LongTable.ABSENT : table.get(hash.key(index, lengths[middle]));
      steps.increment();
      if (value == LongTable.ABSENT) {
        high = middle - 1;
      } else {
        best = value;
        low = middle + 1;
      }
    }
    return best;
  }

  /**
   * Whether what is left of a text from here on may be the start of one that is longer. It surely
   * is none when the answer is no; beyond some characters, not every length is looked at.
   */
  boolean isOpen(CharSequence text, PrefixHash hash, int index) {
    int left = text.length() - index;
    if (left >= longest()
        || (left >= Variants.SHORTEST && starts.get(start(text, index)) == LongTable.ABSENT)) {
      return false;
    }
    return beginnings.get(hash.key(index, sampled(left))) > left;
  }

  /** The largest number of characters of which beginnings are kept that is not above this one. */
  private static int sampled(int length) {
    if (length <= EXACT_BEGINNINGS) {
      return length;
    }
    int shift = Integer.SIZE - Integer.numberOfLeadingZeros(length) - 3;
    return length >> shift << shift;
  }

  /** The first characters of each needle, as one number. */
  private static long start(CharSequence text, int index) {
    long start = 0;
    for (int i = 0; i < Variants.SHORTEST; i++) {
      start = start << Character.SIZE | text.charAt(index + i);
    }
    return (start ^ start >>> 29) * 0x9E3779B97F4A7C15L;
  }
}
