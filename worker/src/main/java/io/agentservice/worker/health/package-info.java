/**
 * What a supervisor and a monitoring system ask a worker: {@code GET /healthz} and {@code GET
 * /metrics} (ours; docs/worker.md). {@link io.agentservice.worker.health.HealthBoard} listens to
 * the worker's events and remembers, {@link io.agentservice.worker.health.HealthServer} answers.
 *
 * <p>States: unreachable until the first answer of the API, then polling, serving, draining; and
 * unreachable again while an idle worker gets no answer.
 *
 * <p>Invariants: nothing here changes what the worker does; no answer holds a token; every number
 * comes from an event or an answer of the API, so an embedded worker can be watched the same way.
 */
@NullMarked
package io.agentservice.worker.health;

import org.jspecify.annotations.NullMarked;
