package io.agentservice.server.base.ids;

/** What an organization may reach through a git connection. */
@IdForm(prefix = "git-permission-", noun = "git_permission")
public final class GitPermissionId extends Id {
  public GitPermissionId(String value) {
    super(value);
  }
}
