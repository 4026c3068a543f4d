package io.agentservice.server.base.http.lists;

import io.agentservice.server.base.http.requests.Query;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A service's list, newest first, for {@link Lists} to page.
 *
 * @param rows the rows of a window
 * @param count how many match, at most its argument
 * @param place where a row stands
 */
public record Listing<R>(
    Function<Window, Rows<R>> rows, LongUnaryOperator count, Function<R, Place> place) {

  /**
   * A list in another order.
   *
   * @param rows a number of rows behind a key, or null
   * @param key a row's place
   */
  public record Keyed<R>(After<R> rows, LongUnaryOperator count, Function<R, String> key) {
    /** All rows, read in pieces. */
    public Iterable<R> walk() {
      return walk(null, Query.MAX_PAGE);
    }

    /** About {@code most} rows behind a key, or null. */
    public Iterable<R> walk(@Nullable String behind, int most) {
      int size = Math.min(most, Query.MAX_PAGE);
      return () -> new Walk<>(last -> rows.read(last == null ? behind : key.apply(last), size));
    }
  }

  /** The rows behind a key. */
  @FunctionalInterface
  public interface After<R> {
    Rows<R> read(@Nullable String key, int size);
  }

  /** The same list of things made of its rows, read together; {@code row} is a thing's row. */
  public <T> Listing<T> made(Function<Rows<R>, Rows<T>> make, Function<T, R> row) {
    return new Listing<>(
        window -> make.apply(rows.apply(window)), count, thing -> place.apply(row.apply(thing)));
  }

  /** All rows, read in pieces. */
  public Iterable<R> walk() {
    return walk(Window.first(Query.MAX_PAGE));
  }

  /** At most so many rows, read in pieces. */
  public Iterable<R> walk(int offset, int most) {
    var rows = walk(Window.at(offset, Math.min(most, Query.MAX_PAGE)));
    return () -> StreamSupport.stream(rows.spliterator(), false).limit(most).iterator();
  }

  private Iterable<R> walk(Window beginning) {
    return () ->
        new Walk<>(
            last -> rows.apply(last == null ? beginning : beginning.behind(place.apply(last))));
  }

  /** Reads the piece behind a row; null: the first one. */
  @FunctionalInterface
  private interface Pieces<R> {
    Rows<R> behind(@Nullable R last);
  }

  private static final class Walk<R> implements Iterator<R> {
    private final Pieces<R> pieces;
    private Rows<R> piece = new Rows<>(List.of(), true);
    private @Nullable R last;
    private int shown;

    Walk(Pieces<R> pieces) {
      this.pieces = pieces;
    }

    @Override
    public boolean hasNext() {
      if (shown == piece.items().size() && piece.more()) {
        piece = pieces.behind(last);
        shown = 0;
      }
      return shown < piece.items().size();
    }

    @Override
    public R next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      R row = piece.items().get(shown++);
      last = row;
      return row;
    }
  }
}
