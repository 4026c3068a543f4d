package io.agentservice.e2e.history;

import org.jspecify.annotations.Nullable;

/**
 * What somebody saw of an entry.
 *
 * @param acceptor who holds the claim; null when it is pending
 * @param deadline of the claim, in ticks; null when it is pending
 * @param removed whether it was seen being removed
 * @param token whether a connect token was in sight
 */
record Seen(
    String session,
    @Nullable String acceptor,
    @Nullable Long deadline,
    String status,
    boolean removed,
    boolean token) {
  boolean claimed() {
    return acceptor != null;
  }
}
