package io.agentservice.server.base.auth;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

/**
 * Whose things a request is about: those of one organization, or of the whole account, as on the
 * enterprise routes. Every statement of a feature takes it, with {@code BindMethods}.
 *
 * @param orgId null: the account with all its organizations
 */
public record Scope(AccountId accountId, @Nullable OrgId orgId) {
  @Override
  public String toString() {
    return orgId == null ? accountId.value() : orgId.value();
  }
}
