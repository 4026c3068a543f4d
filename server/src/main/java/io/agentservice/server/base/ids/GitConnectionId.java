package io.agentservice.server.base.ids;

/** A git connection of an account. */
@IdForm(prefix = "git-connection-", noun = "git_connection")
public final class GitConnectionId extends Id {
  public GitConnectionId(String value) {
    super(value);
  }
}
