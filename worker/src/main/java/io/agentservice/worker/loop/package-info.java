/**
 * What every loop of the worker needs: when to end ({@link io.agentservice.worker.loop.Stop}), how
 * long to wait after a failure ({@link io.agentservice.worker.loop.Backoff}, {@link
 * io.agentservice.worker.loop.Retry}) and whom to tell what happened ({@link
 * io.agentservice.worker.loop.Progress}). Knows nothing of claims, binaries or processes.
 *
 * <p>Invariant: nothing here sleeps without waking up at once when a stop is raised.
 */
@NullMarked
package io.agentservice.worker.loop;

import org.jspecify.annotations.NullMarked;
