package io.agentservice.server.base.auth;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

/**
 * Whose things a request is about: an organization's, or with a null {@code orgId} the whole
 * account's. Every statement takes it by {@code BindMethods}.
 */
public record Scope(AccountId accountId, @Nullable OrgId orgId) {
  @Override
  public String toString() {
    return orgId == null ? accountId.value() : orgId.value();
  }
}
