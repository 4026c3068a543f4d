package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

record OrganizationJson(
    OrgId orgId,
    String name,
    @Nullable Integer maxSessionAcuLimit,
    @Nullable Integer maxCycleAcuLimit,
    long createdAt,
    long updatedAt) {

  static OrganizationJson of(Organization organization) {
    return new OrganizationJson(
        organization.orgId(),
        organization.name(),
        organization.maxSessionAcuLimit(),
        organization.maxCycleAcuLimit(),
        organization.createdAt().getEpochSecond(),
        organization.updatedAt().getEpochSecond());
  }
}
