package io.agentservice.server.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list (interface.md 2.9).
 *
 * @param endCursor null exactly when there is no next page
 * @param total exact number of matches up to 10,000, null beyond
 */
public record Page<T>(
    List<T> items, @Nullable String endCursor, boolean hasNextPage, @Nullable Long total) {
  /** Beyond this many matches no total is given. */
  public static final long MAX_TOTAL = 10_000;

  /**
   * Makes a page of rows.
   *
   * @param cursor the cursor of a row
   * @param show the row's form on the wire
   */
  public static <R, T> Page<T> of(
      Rows<R> rows, long total, Function<R, String> cursor, Function<R, T> show) {
    return new Page<>(
        rows.items().stream().map(show).toList(),
        rows.more() ? cursor.apply(rows.items().getLast()) : null,
        rows.more(),
        total > MAX_TOTAL ? null : total);
  }

  /**
   * Makes a page of the rows of a query that asked for one row more than the page holds.
   *
   * @param cursor the cursor of a row
   * @param show the row's form on the wire
   */
  public static <R, T> Page<T> of(
      List<R> rows, int size, long total, Function<R, String> cursor, Function<R, T> show) {
    return of(Rows.of(rows, size), total, cursor, show);
  }
}
