package io.agentservice.server.base.problems;

public class ProblemException extends RuntimeException {
  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(
        problem.code()
            + ": "
            + (problem.failures().isEmpty() ? problem.detail() : problem.failures()));
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
