package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects everything that is wrong with a request, to be told at once (at most 50, completions.md
 * 8.1): of each place what was found first, since what comes after follows from it as a rule.
 */
final class Failures {
  private static final int MAX = 50;

  private final List<Failure> found = new ArrayList<>();

  void add(String type, String msg, Object... loc) {
    var place = List.of(loc);
    if (found.size() < MAX && found.stream().noneMatch(known -> known.loc().equals(place))) {
      found.add(new Failure(place, msg, type));
    }
  }

  boolean any() {
    return !found.isEmpty();
  }

  void check() {
    if (any()) {
      throw Problem.invalid(List.copyOf(found)).exception();
    }
  }
}
