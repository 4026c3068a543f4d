package io.agentservice.server.base.forges;

import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;

/**
 * A 502 {@code upstream_failed} for the whole host: down, failed, refusing the token or rate
 * limiting.
 */
public final class HostDownException extends ProblemException {
  private static final long serialVersionUID = 1L;

  HostDownException(Problem problem) {
    super(problem);
  }
}
