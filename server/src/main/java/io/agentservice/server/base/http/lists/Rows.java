package io.agentservice.server.base.http.lists;

import java.util.List;
import java.util.function.Function;

/** A page's rows, up to its size or {@link #MAX_BYTES}, so that an answer's memory is bounded. */
public record Rows<T>(List<T> items, boolean more) {
  /** Reached by a page's last row. */
  public static final long MAX_BYTES = 4 << 20;

  public Rows {
    items = List.copyOf(items);
  }

  /** {@code rows} has one more than the page. */
  public static <T> Rows<T> of(List<T> rows, int size) {
    boolean more = rows.size() > size;
    return new Rows<>(more ? rows.subList(0, size) : rows, more);
  }

  /** The same page of what is made of its rows, one of each. */
  public <R> Rows<R> made(Function<List<T>, List<R>> make) {
    return new Rows<>(make.apply(items), more);
  }

  /** As many as fit a page by these sizes in bytes. */
  public Rows<T> fitting(List<Long> bytes) {
    int size = Math.min(fitting(bytes, items.size()), items.size());
    return new Rows<>(items.subList(0, size), more || size < items.size());
  }

  /**
   * How many of the next rows, by their estimated sizes, fit a page of at most {@code size}; before
   * large rows are read.
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
