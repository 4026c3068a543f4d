package io.agentservice.server.base.http.lists;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a list, newest first, that a request asks for; for {@code BindMethods}.
 *
 * @param offset rows to leave out; only with {@link Lists#offsetPage}
 * @param beforeTime null, like the id, for the list's beginning
 */
public record Window(
    int size, int offset, @Nullable Instant beforeTime, @Nullable String beforeId) {

  /** {@code size} rows from the beginning. */
  public static Window first(int size) {
    return new Window(size, 0, null, null);
  }

  /** {@code size} rows after the first {@code offset}. */
  static Window at(int offset, int size) {
    return new Window(size, offset, null, null);
  }

  public Window behind(Place last) {
    return new Window(size, 0, last.createdAt(), last.id());
  }

  /** With another page size. */
  public Window ofSize(int rows) {
    return new Window(rows, offset, beforeTime, beforeId);
  }

  /** One more than the page, to see whether there is a next one. */
  public int limit() {
    return size + 1;
  }
}
