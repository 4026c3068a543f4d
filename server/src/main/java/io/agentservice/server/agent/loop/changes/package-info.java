/**
 * Gives people what a session has changed: a patch of each work tree of its machine, as an
 * attachment, whenever a turn ends.
 *
 * <p>People who review ask for what differs between any two of the states that were looked at
 * ({@link io.agentservice.server.agent.loop.changes.Comparing}, {@code compare.sh}), whose objects
 * a look keeps in the session's directory on the machine.
 *
 * <p>{@link io.agentservice.server.agent.loop.changes.Changes} runs {@code changes.sh}, which looks
 * and writes beside the work trees only, so that it may run at any time and any number of times;
 * what is known of the trees is a fold over the log ({@link
 * io.agentservice.server.agent.loop.history.WorkTrees}). Invariants: index, HEAD, refs and objects
 * of a repository stay as they are; no secret that the session knows is in a patch; a session has
 * at most one patch for each work tree. May depend on the session, the history, the log, the tools'
 * view of files, the model's stop switch and machine.
 */
@NullMarked
package io.agentservice.server.agent.loop.changes;

import org.jspecify.annotations.NullMarked;
