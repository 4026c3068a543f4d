package io.agentservice.server.engine.fleet;

import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.queue.Queue;

/** The fleet's cursor: the first position not yet delivered, bound to the account (fleet.md 4). */
final class FeedCursor {
  private final Cursors cursors;
  private final Queue queue;

  FeedCursor(Cursors cursors, Queue queue) {
    this.cursors = cursors;
    this.queue = queue;
  }

  /** {@code walk}: the first position that a list's first page can't have shown, or 0. */
  record Place(long position, long walk) {}

  String encode(AccountId account, long position) {
    return cursors.encode(scope(account), Long.toString(position));
  }

  /** A cursor to the next page of a list. */
  String encode(AccountId account, Place place) {
    return cursors.encode(
        scope(account), Long.toString(place.position()), Long.toString(place.walk()));
  }

  /** 400 {@code cursor_expired} when changes are no longer kept, or it is not ours. */
  Place decode(AccountId account, String cursor) {
    var parts = cursors.decode(scope(account), cursor);
    long position = Long.parseLong(parts.getFirst());
    if (position <= queue.discarded(account) || position > queue.position(account) + 1) {
      throw Problem.badRequest(
              "cursor_expired",
              "Changes from this cursor on are no longer kept",
              "List again without a cursor")
          .exception();
    }
    return new Place(position, parts.size() > 1 ? Long.parseLong(parts.get(1)) : 0);
  }

  private static String scope(AccountId account) {
    return "feed " + account;
  }
}
