package io.agentservice.server.base.problems;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing that is wrong with a request (interface.md 2.10).
 *
 * @param loc where: {@code body}, {@code query}, {@code path} or {@code header}, then names and
 *     indexes
 * @param type one of the words of completions.md 8.1
 */
public record Failure(List<Object> loc, String msg, String type) {

  /** For people: what is wrong with which field. */
  String sentence() {
    String field = loc.stream().skip(1).map(String::valueOf).collect(Collectors.joining("."));
    return field.isEmpty() ? msg : field + ": " + msg;
  }
}
