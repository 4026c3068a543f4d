package io.agentservice.server.base.forges;

import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;

/**
 * A 502 {@code upstream_failed} that anything else asked of the host with the same token would
 * meet, too: it does not answer in time, has failed itself, refuses the token or wants to be left
 * alone.
 */
public final class HostDownException extends ProblemException {
  private static final long serialVersionUID = 1L;

  HostDownException(Problem problem) {
    super(problem);
  }
}
