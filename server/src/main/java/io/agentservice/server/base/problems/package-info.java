/**
 * Refusals for callers (completions.md 8), as {@link
 * io.agentservice.server.base.problems.ProblemException}.
 */
@NullMarked
package io.agentservice.server.base.problems;

import org.jspecify.annotations.NullMarked;
