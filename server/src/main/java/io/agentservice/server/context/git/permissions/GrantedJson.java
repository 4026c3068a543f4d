package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.ids.GitPermissionId;
import io.agentservice.server.context.git.permissions.GitRule.Kind;
import org.jspecify.annotations.Nullable;

/** What a permission grants, as all versions write it. */
public record GrantedJson(
    GitPermissionId gitPermissionId,
    GitConnectionId gitConnectionId,
    @Nullable String repoPath,
    @Nullable String repoUrl,
    @Nullable String groupPrefix,
    @Nullable String groupPrefixUrl,
    @Nullable String prefixPath,
    boolean readOnly) {

  public static GrantedJson of(GitPermission permission) {
    return new GrantedJson(
        permission.gitPermissionId(),
        permission.gitConnectionId(),
        permission.pathAs(Kind.REPO_PATH),
        permission.addressAs(Kind.REPO_PATH),
        permission.pathAs(Kind.GROUP_PREFIX),
        permission.addressAs(Kind.GROUP_PREFIX),
        permission.pathAs(Kind.PREFIX_PATH),
        permission.readOnly());
  }
}
