package io.agentservice.server.fleet;

import io.agentservice.server.http.Cursors;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.problems.Problem;
import io.agentservice.server.queue.Queue;

/** The fleet's cursor: the first position not yet delivered, bound to the account (fleet.md 4). */
final class FeedCursor {
  private final Cursors cursors;
  private final Queue queue;

  FeedCursor(Cursors cursors, Queue queue) {
    this.cursors = cursors;
    this.queue = queue;
  }

  String encode(AccountId account, long position) {
    return cursors.encode(scope(account), Long.toString(position));
  }

  /**
   * The position of a cursor; 400 {@code cursor_expired} when changes from there on are no longer
   * kept, or not ours.
   */
  long decode(AccountId account, String cursor) {
    long position = Long.parseLong(cursors.decode(scope(account), cursor).getFirst());
    if (position <= queue.discarded(account) || position > queue.position(account) + 1) {
      throw Problem.badRequest(
              "cursor_expired",
              "Changes from this cursor on are no longer kept",
              "List again without a cursor")
          .exception();
    }
    return position;
  }

  private static String scope(AccountId account) {
    return "feed " + account;
  }
}
