package io.agentservice.server.base.http.lists;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A page (interface.md 2.9); {@code endCursor} is null without a next page, {@code total} as in
 * {@link Totals}.
 */
public record Page<T>(List<T> items, @Nullable String endCursor, boolean hasNextPage, long total) {

  /** The only page of a list. */
  public static <T> Page<T> whole(List<T> items) {
    return new Page<>(items, null, false, items.size());
  }

  /**
   * Makes a page.
   *
   * @param first whether these are the list's first rows
   * @param total counts all matches, unless the page holds them all
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
