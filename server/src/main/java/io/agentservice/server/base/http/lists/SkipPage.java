package io.agentservice.server.base.http.lists;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list of version 2 (completions.md 5).
 *
 * @param total how many match; see {@link Totals}
 * @param skip how many were left out before it
 * @param limit the most that it may hold
 * @param nextCursor {@code skip} of the next page; null when there is none
 */
public record SkipPage<T>(
    List<T> items, long total, int skip, int limit, boolean hasMore, @Nullable Integer nextCursor) {

  static <T> SkipPage<T> of(List<T> items, boolean more, long total, int skip, int limit) {
    return new SkipPage<>(items, total, skip, limit, more, more ? skip + items.size() : null);
  }
}
