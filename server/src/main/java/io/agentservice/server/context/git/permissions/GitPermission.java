package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.ids.GitPermissionId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What an organization may reach through a git connection; see {@link GitRule}. */
public record GitPermission(
    GitPermissionId gitPermissionId,
    OrgId orgId,
    GitConnectionId gitConnectionId,
    String host,
    GitRule.Kind kind,
    String path,
    boolean readOnly,
    Instant createdAt) {

  public GitRule rule() {
    return new GitRule(gitConnectionId, host, kind, path, readOnly);
  }

  /** The path as callers see it; null when it is not of the kind. */
  public @Nullable String pathAs(GitRule.Kind asked) {
    if (kind != asked) {
      return null;
    }
    return kind == GitRule.Kind.GROUP_PREFIX ? path.substring(0, path.length() - 1) : path;
  }

  /** The same with the host before it, as an address; null when it is not of the kind. */
  public @Nullable String addressAs(GitRule.Kind asked) {
    String shown = pathAs(asked);
    return shown == null ? null : "https://%s/%s".formatted(host, shown);
  }
}
