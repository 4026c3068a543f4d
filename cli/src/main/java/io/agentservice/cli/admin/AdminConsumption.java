package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.Period;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent admin consumption}: what was used. */
@Command(
    name = "consumption",
    description = "Shows what was used, and the billing cycles.",
    mixinStandardHelpOptions = true,
    subcommands = {AdminConsumption.Daily.class, AdminConsumption.Cycles.class})
final class AdminConsumption extends Group {

  /** Whose use. */
  static final class Of {
    @Option(names = "--of", paramLabel = "<org_id>", description = "Of that organization")
    private @Nullable String org;

    @Option(names = "--user", paramLabel = "<user_id>", description = "Of that person")
    private @Nullable String user;

    @Option(
        names = "--service-user",
        paramLabel = "<service_user_id>",
        description = "Of that service user")
    private @Nullable String serviceUser;

    @Option(names = "--session", paramLabel = "<session_id>", description = "Of that session")
    private @Nullable String session;

    /** The part of the address that names them; null: all of the account. */
    @Nullable String kind() {
      if (org != null) {
        return "organizations";
      }
      if (user != null) {
        return "users";
      }
      return serviceUser != null ? "service-users" : session != null ? "sessions" : null;
    }

    @Nullable String id() {
      return org != null ? org : user != null ? user : serviceUser != null ? serviceUser : session;
    }
  }

  @Command(
      name = "daily",
      description = {
        "Shows the ACUs that were used, by day of billing, which begins at 08:00 UTC.",
        "Of the account, or of one of those that the options name; without times of this cycle."
      },
      mixinStandardHelpOptions = true)
  static final class Daily extends ServiceAction {
    @ArgGroup private Of of = new Of();
    @Mixin private Period period = new Period();

    @Override
    protected JsonObject act(AgentClient client) {
      return client.enterprise().consumption(of.kind(), of.id(), period.query());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      for (var day : answer.objects("consumption_by_date")) {
        String date = Period.shown(day.number("date", 0)).substring(0, "2027-01-31".length());
        out.println(date + "  " + day.decimal("acus").toPlainString());
      }
      out.println("total       " + answer.decimal("total_acus").toPlainString());
    }
  }

  @Command(
      name = "cycles",
      description = "Lists the billing cycles, the current one first.",
      mixinStandardHelpOptions = true)
  static final class Cycles extends ServiceAction.Lister {
    @Override
    protected CollectionClient of(AgentClient client) {
      return client.enterprise().cycles();
    }

    @Override
    protected List<String> columns() {
      return List.of("after", "before");
    }

    @Override
    protected String cell(JsonObject item, String column) {
      return Period.shown(item.number(column, 0));
    }
  }
}
