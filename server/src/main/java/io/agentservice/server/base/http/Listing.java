package io.agentservice.server.base.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list, newest first, as a service offers it: which of its rows are shown, and in which envelope,
 * is asked for by {@link Lists}.
 *
 * @param rows the rows of a window
 * @param count how many match; counting ends at its argument
 * @param place where a row stands
 */
public record Listing<R>(
    Function<Window, Rows<R>> rows, LongUnaryOperator count, Function<R, Place> place) {

  /** The place of a row: lists are ordered by both. */
  public record Place(Instant createdAt, String id) {}

  /**
   * A list in an order of its own.
   *
   * @param rows up to so many behind a key; null: from the beginning
   * @param key names a row's place
   */
  public record Keyed<R>(After<R> rows, LongUnaryOperator count, Function<R, String> key) {}

  /** Reads the rows behind a key. */
  @FunctionalInterface
  public interface After<R> {
    Rows<R> read(@Nullable String key, int size);
  }

  /** All rows, read piece by piece while they are walked: for answers that have no pages. */
  public Iterable<R> walk() {
    return Walk::new;
  }

  private final class Walk implements Iterator<R> {
    private final List<R> read = new ArrayList<>();
    private @Nullable Window next = Window.first(Query.MAX_PAGE);
    private int shown;

    @Override
    public boolean hasNext() {
      return shown < read.size() || readMore();
    }

    private boolean readMore() {
      var window = next;
      if (window == null) {
        return false;
      }
      var piece = rows.apply(window);
      read.clear();
      read.addAll(piece.items());
      shown = 0;
      next = piece.more() ? window.behind(place.apply(read.getLast())) : null;
      return !read.isEmpty();
    }

    @Override
    public R next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return read.get(shown++);
    }
  }
}
