/**
 * Tasks of an evaluation: where they come from, and what their tests say of what a session left.
 *
 * <p>Invariant: what a session left runs behind walls only, where this machine has any.
 */
@NullMarked
package io.agentservice.cli.eval.tasks;

import org.jspecify.annotations.NullMarked;
