package io.agentservice.e2e.history;

import io.agentservice.e2e.history.Checker.Promise;
import io.agentservice.e2e.history.Op.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Lists and watches tell of the table as it is, and of every change of it (fleet.md 4, 5). */
final class ViewRules {
  private final List<Op> ops;
  private final Promise promise;
  private final List<String> violations;
  private final Map<String, Seen> table = new TreeMap<>();
  private final Map<String, Op> terminations = new HashMap<>();

  ViewRules(List<Op> ops, Promise promise, List<String> violations) {
    this.ops = ops;
    this.promise = promise;
    this.violations = violations;
    of(Kind.FINAL).forEach(op -> table.put(op.session(), op.seen()));
    of(Kind.TERMINATE).forEach(op -> terminations.put(op.session(), op));
  }

  void check() {
    noEntryIsLost();
    walksAreWhole();
    var claims = of(Kind.CLAIM).stream().collect(Collectors.groupingBy(ViewRules::claimant));
    ops.stream().filter(op -> op.seen() != null).forEach(op -> sight(op, claims));
    var watchers =
        of(Kind.EVENT).stream()
            .collect(Collectors.groupingBy(Op::actor, LinkedHashMap::new, Collectors.toList()));
    oneStatePerCursor();
    oneOrder(watchers.values());
    watchers.values().forEach(events -> order(events, claims));
    converge(watchers);
  }

  private List<Op> of(Kind kind) {
    return ops.stream().filter(op -> op.kind() == kind).toList();
  }

  private static String claimant(Op claim) {
    return claim.session() + " " + claim.acceptor();
  }

  private static String claimant(Seen seen) {
    return seen.session() + " " + seen.acceptor();
  }

  private void noEntryIsLost() {
    for (Op created : of(Kind.CREATE)) {
      var end = terminations.get(created.session());
      boolean there = table.containsKey(created.session());
      if (end == null && !there) {
        violations.add("lost at the end: " + created.words());
      } else if (end != null && end.ok() && there) {
        violations.add("still there at the end: " + end.words());
      }
    }
  }

  private void walksAreWhole() {
    var rows =
        of(Kind.ROW).stream()
            .collect(
                Collectors.groupingBy(
                    Op::group, Collectors.mapping(Op::session, Collectors.toSet())));
    var created = of(Kind.CREATE);
    for (Op walk : of(Kind.WALK)) {
      var found = rows.getOrDefault(walk.group(), Set.of());
      created.stream()
          .filter(op -> op.end() < walk.begin() && !found.contains(op.session()))
          .filter(op -> {
            var end = terminations.get(op.session());
            return end == null || end.begin() > walk.end();
          })
          .forEach(op -> violations.add("lost: " + walk.words() + " has not " + op.words()));
    }
  }

  /** Rules of one sight of an entry. */
  private void sight(Op op, Map<String, List<Op>> claims) {
    var seen = op.seen();
    boolean answer = op.kind() == Kind.CLAIM;
    if (seen.token() != (answer && op.ok())) {
      violations.add((answer ? "no token: " : "a token in sight: ") + op.words());
    }
    if (!seen.claimed()) {
      return;
    }
    if (!answer && op.begin() > seen.deadline() + promise.resolution()) {
      violations.add("a lapsed claim seen as claimed: " + op.words());
    }
    if (seen.removed()) {
      violations.add("removed and claimed at once: " + op.words());
    }
    if (claims.getOrDefault(claimant(seen), List.of()).stream()
        .noneMatch(claim -> claim.begin() <= op.end() && (claim.ok() || claim.unknown()))) {
      violations.add("claimed by somebody who can't have claimed it: " + op.words());
    }
  }

  private void oneStatePerCursor() {
    var states = new HashMap<String, Op>();
    var told = new HashSet<String>();
    for (Op event : of(Kind.EVENT)) {
      var other = states.putIfAbsent(event.cursor(), event);
      if (other != null && !other.seen().equals(event.seen())) {
        violations.add("one cursor, two states: " + other.words() + " and " + event.words());
      }
      if (!told.add(event.group() + " " + event.cursor())) {
        violations.add("told twice on one connection: " + event.words());
      }
    }
  }

  /** All watchers agree on one order of cursors; cursors are opaque, so it is sought. */
  private void oneOrder(Iterable<List<Op>> watchers) {
    var after = new HashMap<String, Set<String>>();
    var before = new HashMap<String, Integer>();
    for (var events : watchers) {
      for (int i = 0; i < events.size(); i++) {
        before.putIfAbsent(events.get(i).cursor(), 0);
        if (i > 0
            && after
                .computeIfAbsent(events.get(i - 1).cursor(), _ -> new HashSet<>())
                .add(events.get(i).cursor())) {
          before.merge(events.get(i).cursor(), 1, Integer::sum);
        }
      }
    }
    var free = new ArrayDeque<String>();
    before.forEach((cursor, count) -> {
      if (count == 0) {
        free.add(cursor);
      }
    });
    int placed = 0;
    for (var cursor = free.poll(); cursor != null; cursor = free.poll()) {
      placed++;
      for (String next : after.getOrDefault(cursor, Set.of())) {
        if (before.merge(next, -1, Integer::sum) == 0) {
          free.add(next);
        }
      }
    }
    if (placed < before.size()) {
      violations.add(
          "the watchers' orders contradict each other: no first one among %d of %d cursors"
              .formatted(before.size() - placed, before.size()));
    }
  }

  /** What one watcher is told of an entry comes in the order in which it happened. */
  private void order(List<Op> events, Map<String, List<Op>> claims) {
    var last = new HashMap<String, Op>();
    for (Op event : events) {
      if (!event.seen().claimed()) {
        continue;
      }
      var earlier = last.put(event.session(), event);
      if (earlier == null) {
        continue;
      }
      if (earlier.seen().acceptor().equals(event.seen().acceptor())) {
        if (event.seen().deadline() < earlier.seen().deadline()) {
          violations.add("the deadline went back from " + earlier.words() + " to " + event.words());
        }
      } else if (ends(claims.get(claimant(event.seen())))
          < begins(claims.get(claimant(earlier.seen())))) {
        violations.add("told in the wrong order: " + earlier.words() + ", " + event.words());
      }
    }
  }

  private static long ends(List<Op> claims) {
    return claims == null
        ? Ticks.NEVER
        : claims.stream().mapToLong(Op::end).max().orElse(Ticks.NEVER);
  }

  private static long begins(List<Op> claims) {
    return claims == null ? 0 : claims.stream().mapToLong(Op::begin).min().orElse(0);
  }

  /** A watcher's list and its events, folded, are the table at the end. */
  private void converge(Map<String, List<Op>> watchers) {
    var rows = of(Kind.ROW).stream().collect(Collectors.groupingBy(Op::actor));
    watchers.forEach((watcher, events) -> {
      var folded = new TreeMap<String, Seen>();
      rows.getOrDefault(watcher, List.of()).forEach(row -> folded.put(row.session(), row.seen()));
      for (Op event : events) {
        if (event.seen().removed()) {
          folded.remove(event.session());
        } else {
          folded.put(event.session(), event.seen());
        }
      }
      var sessions = new HashSet<>(folded.keySet());
      sessions.addAll(table.keySet());
      var wrong = new ArrayList<String>();
      for (String session : sessions) {
        var told = folded.get(session);
        if (told == null || !told.equals(table.get(session))) {
          wrong.add(watcher + " was told " + told + ", but it is " + table.get(session));
        }
      }
      wrong.forEach(text -> violations.add("a change was not told: " + text));
    });
  }
}
