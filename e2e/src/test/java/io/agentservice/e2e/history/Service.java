package io.agentservice.e2e.history;

import io.agentservice.e2e.history.ServersQueue.Try;
import io.agentservice.e2e.servers.Blow;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How the servers served around a blow, as their clients saw it.
 *
 * @param operations requests, whatever came of them
 * @param errors answers of 5xx but 503, which says that the client is to come again
 * @param unserved the longest time in milliseconds in which a server served nobody that was
 *     expected to serve
 */
record Service(long operations, long errors, long unserved) {
  /** Time around a blow that belongs to it, in milliseconds. */
  private static final long BEFORE = 1000;

  static final long AFTER = 5000;

  String words() {
    return "%6d operations, %d errors, longest time without a success %.1f s"
        .formatted(operations, errors, unserved / 1e3);
  }

  static Service around(Blow blow, int servers, List<Try> all) {
    long from = blow.begin() - BEFORE;
    long to = blow.end() + AFTER;
    var tries = all.stream().filter(t -> t.at() >= from && t.at() <= to).toList();
    long unserved = 0;
    for (int server = 0; server < servers; server++) {
      unserved = Math.max(unserved, unserved(blow, server, tries, from, to));
    }
    return new Service(
        tries.size(),
        tries.stream().filter(t -> t.status() >= 500 && t.status() != 503).count(),
        unserved);
  }

  private static long unserved(Blow blow, int server, List<Try> tries, long from, long to) {
    var served = tries.stream().filter(t -> t.server() == server && t.served()).mapToLong(Try::at);
    var again =
        blow.downs().stream()
            .filter(down -> down.server() == server && down.to() < to)
            .mapToLong(Blow.Down::to);
    long[] points =
        LongStream.concat(LongStream.concat(served, again), LongStream.of(from, to))
            .sorted()
            .toArray();
    long longest = 0;
    for (int i = 1; i < points.length; i++) {
      if (blow.spares(server, points[i - 1], points[i])) {
        longest = Math.max(longest, points[i] - points[i - 1]);
      }
    }
    return longest;
  }
}
