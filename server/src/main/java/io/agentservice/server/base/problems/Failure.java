package io.agentservice.server.base.problems;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A fault of a request (interface.md 2.10).
 *
 * @param loc {@code body}, {@code query}, {@code path} or {@code header}, then names and indexes
 * @param type a word of completions.md 8.1
 */
public record Failure(List<Object> loc, String msg, String type) {

  /** For people, with its field. */
  String sentence() {
    String field = loc.stream().skip(1).map(String::valueOf).collect(Collectors.joining("."));
    return field.isEmpty() ? msg : field + ": " + msg;
  }
}
