package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.DocumentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agent admin ip-access}: from where callers may come. */
@Command(
    name = "ip-access",
    description = {
      "Shows and changes from which addresses callers may come, those of all organizations.",
      "It holds at once, also for you; programs on the server's machine are always let in."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminIpAccess.Show.class,
      AdminIpAccess.Add.class,
      AdminIpAccess.Replace.class,
      AdminIpAccess.Clear.class
    })
final class AdminIpAccess extends Group {
  private static final String RANGES = "ip_ranges";

  /** Does something with the list and shows it. */
  abstract static class OfList extends ServiceAction {
    abstract JsonObject act(DocumentClient list);

    @Override
    protected JsonObject act(AgentClient client) {
      return act(client.enterprise().ipAccessList());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      var ranges = answer.list(RANGES);
      ranges.forEach(out::println);
      if (ranges.isEmpty()) {
        out.println("from everywhere");
      }
    }
  }

  /** The same with ranges. */
  abstract static class WithRanges extends OfList {
    @Parameters(
        paramLabel = "<range>",
        arity = "1..*",
        description = "Addresses and ranges such as 10.0.0.0/8 and 2001:db8::/32")
    @SuppressWarnings("NullAway.Init") // required
    private List<String> ranges;

    JsonObject body() {
      return JsonObject.of(RANGES, ranges);
    }
  }

  @Command(name = "show", description = "Shows the list.", mixinStandardHelpOptions = true)
  static final class Show extends OfList {
    @Override
    protected JsonObject act(DocumentClient list) {
      return list.get();
    }
  }

  @Command(
      name = "add",
      description = "Adds ranges; to an empty list, it shuts out all others.",
      mixinStandardHelpOptions = true)
  static final class Add extends WithRanges {
    @Override
    protected JsonObject act(DocumentClient list) {
      return list.add(body());
    }
  }

  @Command(
      name = "replace",
      description = "Lets callers from these ranges in, and no others.",
      mixinStandardHelpOptions = true)
  static final class Replace extends WithRanges {
    @Override
    protected JsonObject act(DocumentClient list) {
      return list.replace(body());
    }
  }

  @Command(
      name = "clear",
      description = "Lets callers in from everywhere.",
      mixinStandardHelpOptions = true)
  static final class Clear extends OfList {
    @Override
    protected JsonObject act(DocumentClient list) {
      return list.clear();
    }
  }
}
