package io.agentservice.server.engine.binaries;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a Range header asks for, of a file of a known size (RFC 9110 section 14). */
sealed interface ByteRange {
  Pattern ONE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /** No range, or one that a server may overlook: several, or malformed. */
  record Whole() implements ByteRange {}

  /** Some bytes from {@code first} on; {@code count} is at least 1. */
  record Part(long first, long count) implements ByteRange {}

  /** Nothing of the file is in the range: 416. */
  record Outside() implements ByteRange {}

  static ByteRange of(@Nullable String header, long size) {
    var range = header == null ? null : ONE.matcher(header.strip());
    if (range == null || !range.matches()) {
      return new Whole();
    }
    var first = range.group(1);
    var last = range.group(2);
    if (first.isEmpty()) {
      return last.isEmpty() ? new Whole() : tail(Long.parseLong(last), size);
    }
    long from = Long.parseLong(first);
    long to = last.isEmpty() ? size - 1 : Math.min(Long.parseLong(last), size - 1);
    if (!last.isEmpty() && Long.parseLong(last) < from) {
      return new Whole();
    }
    return from >= size ? new Outside() : new Part(from, to - from + 1);
  }

  private static ByteRange tail(long wanted, long size) {
    long count = Math.min(wanted, size);
    return count == 0 ? new Outside() : new Part(size - count, count);
  }
}
