package io.agentservice.server.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a list, newest first, that a request asks for: so many rows older than the last one
 * it has seen. Made by {@link Cursors#window}; bound to a statement with {@code BindMethods}.
 *
 * @param scope the list with its organization and filters, to which its cursors are bound
 * @param beforeTime null for the first page, like the id
 */
public record Window(
    String scope, int size, @Nullable Instant beforeTime, @Nullable String beforeId) {

  /** The same part with a page of another size. */
  public Window ofSize(int rows) {
    return new Window(scope, rows, beforeTime, beforeId);
  }

  /** Whether it is the list's beginning. */
  public boolean isFirst() {
    return beforeId == null;
  }

  /** Rows to read: one more than the page holds, to know whether there is a next one. */
  public int limit() {
    return size + 1;
  }
}
