package io.agentservice.e2e.history;

import io.agentservice.e2e.history.Op.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Judges a history; what it answers are violations in words, none when the queue was right. */
final class Checker {
  private Checker() {}

  /**
   * What the queue promised, in ticks.
   *
   * @param ttl of a claim
   * @param resolution of a deadline that clients see; the true one is less than that later
   */
  record Promise(long ttl, long resolution) {}

  static List<String> violations(History history, Promise promise) {
    var ops = history.ops();
    var violations = new ArrayList<String>();
    var claims = new ClaimRules(promise, violations);
    bySession(ops).values().forEach(claims::check);
    new ViewRules(ops, promise, violations).check();
    return violations;
  }

  static Map<String, List<Op>> bySession(List<Op> ops) {
    return ops.stream()
        .filter(op -> op.kind() != Kind.WALK)
        .collect(Collectors.groupingBy(Op::session));
  }
}
