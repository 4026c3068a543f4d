package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agent admin acu-limit}: what organizations may use in a billing cycle. */
@Command(
    name = "acu-limit",
    description = {
      "Lists the limits of what is used in a billing cycle, sets and clears those of organizations.",
      "Those of the account and of each user are settings of the server."
    },
    mixinStandardHelpOptions = true,
    subcommands = {AdminAcuLimits.Ls.class, AdminAcuLimits.Limit.class, AdminAcuLimits.Clear.class})
final class AdminAcuLimits extends Group {
  private static final String ORG = "org_id";
  private static final String LIMIT = "cycle_acu_limit";

  @Command(
      name = "list",
      description = "Lists the limits of account, organizations and users.",
      mixinStandardHelpOptions = true)
  static final class Ls extends ServiceAction.Lister {
    @Override
    protected CollectionClient of(AgentClient client) {
      return client.enterprise().acuLimits();
    }

    @Override
    protected List<String> columns() {
      return List.of("scope", ORG, LIMIT);
    }
  }

  @Command(
      name = "set",
      description = "Limits an organization; once it is reached, its sessions sleep.",
      mixinStandardHelpOptions = true)
  static final class Limit extends ServiceAction.OfOne {
    @Parameters(index = "1", paramLabel = "<acus>", description = "The most; 0 lets nothing run")
    private long acus;

    @Override
    protected JsonObject act(AgentClient client) {
      var body = JsonObject.of(LIMIT, acus);
      client.enterprise().acuLimitsOfOrganizations().replace(id(), body);
      return JsonObject.of(ORG, id(), LIMIT, acus);
    }
  }

  @Command(
      name = "clear",
      description = "Takes the limit of an organization away.",
      mixinStandardHelpOptions = true)
  static final class Clear extends ServiceAction.OfOne {
    @Override
    protected JsonObject act(AgentClient client) {
      client.enterprise().acuLimitsOfOrganizations().delete(id());
      return JsonObject.of(ORG, id());
    }
  }
}
