package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.ArrayList;
import java.util.List;

/** All failures of a request (at most 50, completions.md 8.1), the first of each place. */
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
