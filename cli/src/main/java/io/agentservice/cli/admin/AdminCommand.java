package io.agentservice.cli.admin;

import io.agentservice.cli.admin.access.AdminIdpGroups;
import io.agentservice.cli.admin.access.AdminMembers;
import io.agentservice.cli.admin.access.AdminRoles;
import io.agentservice.cli.admin.access.AdminServiceUsers;
import io.agentservice.cli.terminal.Group;
import picocli.CommandLine.Command;

/** {@code agent admin}: what an administrator of the account manages. */
@Command(
    name = "admin",
    description = {
      "Manages the account: organizations, people and groups, roles, limits, access, git; shows what was used.",
      "Wants a key of an administrator. Keys of service users: agent token --service-user."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminOrganizations.class,
      AdminMembers.class,
      AdminServiceUsers.class,
      AdminRoles.class,
      AdminIdpGroups.class,
      AdminAcuLimits.class,
      AdminOrgGroups.class,
      AdminOrgTags.class,
      AdminIpAccess.class,
      AdminNetworkPolicy.class,
      AdminRetention.class,
      AdminGitConnections.class,
      AdminGitPermissions.class,
      AdminModels.class,
      AdminViolations.class,
      AdminConsumption.class,
      AdminMetrics.class
    })
public final class AdminCommand extends Group {}
