package io.agentservice.server.base.http.lists;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list (interface.md 2.9).
 *
 * @param endCursor null exactly when there is no next page
 * @param total how many match; see {@link Totals}
 */
public record Page<T>(List<T> items, @Nullable String endCursor, boolean hasNextPage, long total) {

  /** A list that has a single page. */
  public static <T> Page<T> whole(List<T> items) {
    return new Page<>(items, null, false, items.size());
  }

  /**
   * Makes a page of rows.
   *
   * @param first whether they are the list's first ones
   * @param total counts all matches; not asked when the page holds them all
   * @param cursor the cursor of a row
   * @param show the row's form on the wire
   */
  public static <R, T> Page<T> of(
      Rows<R> rows,
      boolean first,
      LongSupplier total,
      Function<R, String> cursor,
      Function<R, T> show) {
    return new Page<>(
        rows.items().stream().map(show).toList(),
        rows.more() ? cursor.apply(rows.items().getLast()) : null,
        rows.more(),
        first && !rows.more() ? rows.items().size() : total.getAsLong());
  }
}
