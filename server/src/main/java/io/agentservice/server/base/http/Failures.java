package io.agentservice.server.base.http;

import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects everything that is wrong with a request, to be told at once (at most 50, completions.md
 * 8.1).
 */
final class Failures {
  private static final int MAX = 50;

  private final List<Failure> found = new ArrayList<>();

  void add(String type, String msg, Object... loc) {
    if (found.size() < MAX) {
      found.add(new Failure(List.of(loc), msg, type));
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
