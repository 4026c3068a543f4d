package io.agentservice.server.base.http.lists;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of version 2 (completions.md 5); {@code nextCursor} is the next {@code skip}, null when
 * there is none.
 */
public record SkipPage<T>(
    List<T> items, long total, int skip, int limit, boolean hasMore, @Nullable Integer nextCursor) {

  static <T> SkipPage<T> of(List<T> items, boolean more, long total, int skip, int limit) {
    return new SkipPage<>(items, total, skip, limit, more, more ? skip + items.size() : null);
  }
}
