package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An organization of the account.
 *
 * @param name unique in the account, in any case
 * @param maxSessionAcuLimit ACUs of one session; null: no limit
 * @param maxCycleAcuLimit ACUs in a billing cycle; null: no limit
 */
public record Organization(
    OrgId orgId,
    String name,
    @Nullable Integer maxSessionAcuLimit,
    @Nullable Integer maxCycleAcuLimit,
    Instant createdAt,
    Instant updatedAt) {

  /** How many humans hold a role there, and how many of these administer it. */
  public record Staff(OrgId orgId, long admins, long humans) {}

  /**
   * What a new one is made of.
   *
   * @param maxSessionAcuLimit null: that of the settings
   * @param maxCycleAcuLimit null: no limit
   * @param withCreator a human who makes it administers it
   */
  public record Draft(
      String name,
      @Nullable Integer maxSessionAcuLimit,
      @Nullable Integer maxCycleAcuLimit,
      boolean withCreator) {}

  /** What a change says; null lifts a limit. */
  public record Change(
      Patch<String> name, Patch<Integer> maxSessionAcuLimit, Patch<Integer> maxCycleAcuLimit) {}

  Organization with(Change change) {
    return new Organization(
        orgId,
        change.name().over(name, name),
        change.maxSessionAcuLimit().overNullable(maxSessionAcuLimit),
        change.maxCycleAcuLimit().overNullable(maxCycleAcuLimit),
        createdAt,
        updatedAt);
  }
}
