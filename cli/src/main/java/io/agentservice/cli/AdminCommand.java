package io.agentservice.cli;

import picocli.CommandLine.Command;

/** {@code agent admin}: what an administrator of the account manages. */
@Command(
    name = "admin",
    description = {
      "Manages the account: its organizations, people, roles and service users; shows what was used.",
      "Wants a key of an administrator. Keys of service users: agent token --service-user."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminOrganizations.class,
      AdminMembers.class,
      AdminServiceUsers.class,
      AdminRoles.class,
      AdminConsumption.class
    })
final class AdminCommand extends Group {}
