package io.agentservice.server.context.git.permissions;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

record GitPermissionJson(@JsonUnwrapped GrantedJson granted, long createdAt) {
  static GitPermissionJson of(GitPermission permission) {
    return new GitPermissionJson(
        GrantedJson.of(permission), permission.createdAt().getEpochSecond());
  }
}
