package io.agentservice.server.base.http.answers;

import io.agentservice.server.base.problems.Problem;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a request asks for (RFC 9110, 14); several ranges, or invalid ones, count as none.
 *
 * @param first from 0
 * @param partial whether a range was asked for
 */
public record ByteRange(long first, long length, boolean partial) {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /** By a header {@code Range}, or null; empty when the file has none of the bytes (416). */
  public static Optional<ByteRange> of(@Nullable String header, long size) {
    var range = RANGE.matcher(header == null ? "" : header.replace(" ", ""));
    if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
      return Optional.of(new ByteRange(0, size, false));
    }
    boolean suffix = range.group(1).isEmpty();
    long end = range.group(2).isEmpty() ? Long.MAX_VALUE : Long.parseLong(range.group(2));
    long first = suffix ? Math.max(0, size - end) : Long.parseLong(range.group(1));
    long last = suffix ? size - 1 : Math.min(end, size - 1);
    if (!suffix && end < first) {
      return Optional.of(new ByteRange(0, size, false));
    }
    if (first >= size || (suffix && end == 0)) {
      return Optional.empty();
    }
    return Optional.of(new ByteRange(first, last - first + 1, true));
  }

  /** As {@link #of}; throws the refusal when there are none of the bytes of that {@code thing}. */
  public static ByteRange wanted(@Nullable String header, long size, String thing) {
    return of(header, size)
        .orElseThrow(() ->
            Problem.other(
                    416,
                    "range_not_satisfiable",
                    "The %s has %d bytes".formatted(thing, size),
                    "Ask for bytes within it")
                .withHeader("Content-Range", "bytes */" + size)
                .exception());
  }

  /** As in {@code Content-Range}. */
  public String of(long size) {
    return "bytes %d-%d/%d".formatted(first, first + length - 1, size);
  }
}
