package io.agentservice.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Many long texts to be looked for, in constant time per character: a place is probed by hashes of
 * lengths that halve down to one. Keeps no characters. Immutable.
 *
 * <p>The halving is that of M. Waldvogel et al., Scalable High Speed IP Routing Lookups (1997):
 * beside each needle stand the beginnings that a search passes on its way, each with the longest
 * needle that begins it.
 */
final class Needles {
  /** A text to be masked, and what stands there instead. */
  record Needle(String text, String mask) {}

  /** A match: its number of characters, and what replaces them. */
  record Found(int length, String mask) {}

  /** Marks a needle's beginning that no shorter needle begins. */
  private static final int BEGINNING = -1;

  private static final int EXACT_BEGINNINGS = 8;
  private static final int FOUND_BYTES = 32;

  private final List<Found> found = new ArrayList<>();
  private final int[] lengths;
  private final LongTable table = new LongTable();
  private final LongTable starts = new LongTable();
  private final LongTable beginnings = new LongTable();
  private final LongAdder steps;

  /** Of equal needles the first counts; {@code steps} are added to. */
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

  /** Estimated bytes. */
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

  /** The number of the longest needle there, of at most {@code most} characters. */
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

  /** Whether a longer needle may start here; false is certain, true is not. */
  boolean isOpen(CharSequence text, PrefixHash hash, int index) {
    int left = text.length() - index;
    if (left >= longest()
        || (left >= Variants.SHORTEST && starts.get(start(text, index)) == LongTable.ABSENT)) {
      return false;
    }
    return beginnings.get(hash.key(index, sampled(left))) > left;
  }

  /** The largest sampled length up to this one. */
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
