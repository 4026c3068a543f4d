package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.DocumentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agent admin retention}: how long an organization's ended sessions are kept. */
@Command(
    name = "retention",
    description = {
      "Shows and changes how long ended sessions of an organization are kept, instead of AGENT_SESSION_DAYS.",
      "After that they are erased with their logs and files."
    },
    mixinStandardHelpOptions = true,
    subcommands = {AdminRetention.Show.class, AdminRetention.Set.class, AdminRetention.Clear.class})
final class AdminRetention extends Group {
  /** Does something with it and shows it. */
  abstract static class OfOrganization extends ServiceAction.OfOne {
    abstract JsonObject act(DocumentClient retention);

    @Override
    protected JsonObject act(AgentClient client) {
      return act(client.organization(id()).retention());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      long days = answer.number("session_days", 0);
      var whose = "organization".equals(answer.text("source")) ? "" : ", as for all organizations";
      out.println((days == 0 ? "for ever" : days + " days after their end") + whose);
    }
  }

  @Command(name = "show", description = "Shows it.", mixinStandardHelpOptions = true)
  static final class Show extends OfOrganization {
    @Override
    protected JsonObject act(DocumentClient retention) {
      return retention.get();
    }
  }

  @Command(name = "set", description = "Says it.", mixinStandardHelpOptions = true)
  static final class Set extends OfOrganization {
    @Parameters(index = "1", paramLabel = "<days>", description = "1 to 3650; 0: for ever")
    private int days;

    @Override
    protected JsonObject act(DocumentClient retention) {
      return retention.replace(JsonObject.of("session_days", days));
    }
  }

  @Command(
      name = "clear",
      description = "Lets what AGENT_SESSION_DAYS says count again.",
      mixinStandardHelpOptions = true)
  static final class Clear extends OfOrganization {
    @Override
    protected JsonObject act(DocumentClient retention) {
      return retention.clear();
    }
  }
}
