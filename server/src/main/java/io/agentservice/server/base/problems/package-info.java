/**
 * What can go wrong in a way that the caller is told of (completions.md 8): a {@link
 * io.agentservice.server.base.problems.Problem} says status, machine code, what was wrong and what
 * to do; {@link io.agentservice.server.base.problems.ProblemException} carries it from wherever it
 * was found. Knows nothing else.
 */
@NullMarked
package io.agentservice.server.base.problems;

import org.jspecify.annotations.NullMarked;
