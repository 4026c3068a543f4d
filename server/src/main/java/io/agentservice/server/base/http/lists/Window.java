package io.agentservice.server.base.http.lists;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a list, newest first, that a request asks for: so many rows older than the last one
 * it has seen. Made by {@link Lists}; bound to a statement with {@code BindMethods}.
 *
 * @param offset rows to leave out before them: not 0 in lists that are paged by {@link
 *     Lists#offsetPage} only
 * @param beforeTime null for the list's beginning, like the id
 */
public record Window(
    int size, int offset, @Nullable Instant beforeTime, @Nullable String beforeId) {

  /** So many rows from the list's beginning. */
  public static Window first(int size) {
    return new Window(size, 0, null, null);
  }

  /** So many rows behind the first ones. */
  static Window at(int offset, int size) {
    return new Window(size, offset, null, null);
  }

  /** As many rows behind one that was seen. */
  public Window behind(Listing.Place last) {
    return new Window(size, 0, last.createdAt(), last.id());
  }

  /** The same part with a page of another size. */
  public Window ofSize(int rows) {
    return new Window(rows, offset, beforeTime, beforeId);
  }

  /** Rows to read: one more than the page holds, to know whether there is a next one. */
  public int limit() {
    return size + 1;
  }
}
