package io.agentservice.server.base.problems;

import java.util.List;

/**
 * One thing that is wrong with a request (interface.md 2.10).
 *
 * @param loc where: {@code body}, {@code query}, {@code path} or {@code header}, then names and
 *     indexes
 * @param type one of the words of completions.md 8.1
 */
public record Failure(List<Object> loc, String msg, String type) {}
