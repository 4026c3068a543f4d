package io.agentservice.server.base.ids;

@IdForm(prefix = "git-connection-", noun = "git_connection")
public final class GitConnectionId extends Id {
  public GitConnectionId(String value) {
    super(value);
  }
}
