package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An organization of the account.
 *
 * @param name different from those of the account's others, whatever the case of its letters
 * @param maxSessionAcuLimit in ACUs, what one of its sessions may use; null: no limit
 * @param maxCycleAcuLimit in ACUs, what its sessions may use in a billing cycle; null: no limit
 */
public record Organization(
    OrgId orgId,
    String name,
    @Nullable Integer maxSessionAcuLimit,
    @Nullable Integer maxCycleAcuLimit,
    Instant createdAt,
    Instant updatedAt) {

  /** How many humans hold a role there, and how many of them are its administrators. */
  public record Staff(OrgId orgId, long admins, long humans) {}

  /**
   * A new one.
   *
   * @param maxSessionAcuLimit null: that of the server's settings
   * @param maxCycleAcuLimit null: no limit
   * @param withCreator whether a human who makes it becomes its administrator
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
