package io.agentservice.server.base.http.lists;

import java.util.List;
import java.util.function.Function;

/**
 * What a page of a list shows. A page ends after so many rows as were asked for, and also once its
 * rows come to {@link #MAX_BYTES}: what one answer costs in memory does not depend on what callers
 * have stored. The next page goes on behind its last row.
 *
 * @param more whether there are further rows
 */
public record Rows<T>(List<T> items, boolean more) {
  /** The row that reaches it is a page's last one. */
  public static final long MAX_BYTES = 4 << 20;

  public Rows {
    items = List.copyOf(items);
  }

  /** Of a query that asked for one row more than the page holds. */
  public static <T> Rows<T> of(List<T> rows, int size) {
    boolean more = rows.size() > size;
    return new Rows<>(more ? rows.subList(0, size) : rows, more);
  }

  /** The same page of what is made of its rows, one of each. */
  public <R> Rows<R> made(Function<List<T>, List<R>> make) {
    return new Rows<>(make.apply(items), more);
  }

  /** As many of them as fit into a page by what is shown beside them, of these sizes in bytes. */
  public Rows<T> fitting(List<Long> bytes) {
    int size = Math.min(fitting(bytes, items.size()), items.size());
    return new Rows<>(items.subList(0, size), more || size < items.size());
  }

  /**
   * How many rows a page holds: to be asked before rows are read that may be large.
   *
   * @param bytes the sizes of the next rows, about
   * @param size the most that it may hold
   */
  public static int fitting(List<Long> bytes, int size) {
    long sum = 0;
    int count = 0;
    while (count < size && sum < MAX_BYTES && count < bytes.size()) {
      sum += bytes.get(count);
      count++;
    }
    return Math.max(1, count);
  }
}
