package io.agentservice.server.base.ids;

/** A job that indexes a branch of a repository. */
@IdForm(prefix = "job-", noun = "job")
public final class JobId extends Id {
  public JobId(String value) {
    super(value);
  }
}
