package io.agentservice.server.base.http.lists;

import io.agentservice.server.base.http.requests.Query;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/**
 * Paged answers (completions.md 5), each with its own parameters. To be called after all filters
 * were read: it refuses a wrong query and binds cursors to the filters. Thread-safe.
 */
public final class Lists {
  private final Cursors cursors;
  private final Totals totals = new Totals();

  public Lists(Cursors cursors) {
    this.cursors = cursors;
  }

  public Cursors cursors() {
    return cursors;
  }

  /**
   * The page of {@code first} and {@code after}; {@code list} names list and owner, e.g. {@code
   * notes org-...}.
   */
  public <R, T> Page<T> page(Query query, String list, Listing<R> listing, Function<R, T> show) {
    return page(query, query.firstOrLimit(), 0, list, listing, show);
  }

  private <R, T> Page<T> page(
      Query query, int size, int offset, String list, Listing<R> listing, Function<R, T> show) {
    String cursor = query.text("after");
    query.check();
    String scope = list + " " + query.filters();
    var window = cursor == null ? Window.at(offset, size) : window(scope, size, cursor);
    return Page.of(
        listing.rows().apply(window),
        cursor == null && offset == 0,
        () -> totals.of(scope, listing.count()),
        row -> cursor(scope, listing.place().apply(row)),
        show);
  }

  /**
   * As {@link #page}, also by {@code limit} and {@code offset}; statements take the window's
   * offset.
   */
  public <R, T> Page<T> offsetPage(
      Query query, String list, Listing<R> listing, Function<R, T> show) {
    int offset = query.integer("offset", 0, Integer.MAX_VALUE, 0);
    query.notBoth("offset", "first");
    query.notBoth("offset", "after");
    return page(query, query.firstOrLimit(Query.MAX_PAGE), offset, list, listing, show);
  }

  /** Version 2's page of {@code skip} and {@code limit}; statements take the window's offset. */
  public <R, T> SkipPage<T> skipPage(
      Query query, String list, Listing<R> listing, Function<R, T> show) {
    int skip = query.skip();
    int limit = query.firstOrLimit();
    query.check();
    var rows = listing.rows().apply(Window.at(skip, limit));
    long total = totals.of(list + " " + query.filters(), listing.count());
    var items = rows.items().stream().map(show).toList();
    return SkipPage.of(items, rows.more(), total, skip, limit);
  }

  /** The same of a short list in its own order. */
  public static <R, T> SkipPage<T> skipPage(
      Query query, Listing.Keyed<R> listing, Function<R, T> show) {
    int skip = query.skip();
    int limit = query.firstOrLimit();
    query.check();
    var all = StreamSupport.stream(listing.walk().spliterator(), false).toList();
    var items = all.stream().skip(skip).limit(limit).map(show).toList();
    boolean more = (long) skip + items.size() < all.size() && !items.isEmpty();
    return SkipPage.of(items, more, all.size(), skip, limit);
  }

  private Window window(String scope, int size, String cursor) {
    var row = cursors.decode(scope, cursor);
    return new Window(size, 0, Instant.parse(row.getFirst()), row.getLast());
  }

  private String cursor(String scope, Place last) {
    return cursors.encode(scope, last.createdAt().toString(), last.id());
  }

  /** The same in the list's own order; {@code size} was read from the query. */
  public <R, T> Page<T> page(
      Query query, int size, String list, Listing.Keyed<R> listing, Function<R, T> show) {
    String cursor = query.text("after");
    query.check();
    String scope = list + " " + query.filters();
    String after = cursor == null ? null : cursors.text(scope, cursor);
    return Page.of(
        listing.rows().read(after, size),
        cursor == null,
        () -> totals.of(scope, listing.count()),
        row -> cursors.encode(scope, listing.key().apply(row)),
        show);
  }

  /** All rows, each in its form on the wire, read while they are written. */
  public static <R, T> Iterable<T> shown(Iterable<R> rows, Function<R, T> show) {
    return () -> StreamSupport.stream(rows.spliterator(), false).map(show).iterator();
  }
}
