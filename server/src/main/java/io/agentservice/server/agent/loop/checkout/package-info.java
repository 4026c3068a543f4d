/**
 * Has the repositories of a session checked out on its machine before the model is asked.
 *
 * <p>{@link io.agentservice.server.agent.loop.checkout.Checkout} writes each checkout into the log,
 * runs {@code checkout.sh} under that id, and writes what came of it; what is due is a fold over
 * the log ({@link io.agentservice.server.agent.loop.history.Repositories}). Invariants: a work tree
 * that is there is never changed but for commits that are fetched; a half clone never stands where
 * the repository is to be; the model is not asked while a repository is neither there nor given up.
 * May depend on the session, the history, the log, the model's stop switch and machine.
 */
@NullMarked
package io.agentservice.server.agent.loop.checkout;

import org.jspecify.annotations.NullMarked;
