/**
 * {@code GET /healthz} and {@code GET /metrics} of a worker (docs/worker.md).
 *
 * <p>States: unreachable until the API's first answer, then polling, serving, draining; unreachable
 * again while an idle worker gets no answer. Invariants: nothing here changes what the worker does;
 * no answer holds a token.
 */
@NullMarked
package io.agentservice.worker.health;

import org.jspecify.annotations.NullMarked;
