/**
 * What the command says of itself: versions, completion, the shape of its help.
 *
 * <p>Invariant: it is made from the command tree, so that nothing is told twice.
 */
@NullMarked
package io.agentservice.cli.help;

import org.jspecify.annotations.NullMarked;
