package io.agentservice.cli.admin;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.DocumentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agent admin network-policy}: what sessions of an organization may reach. */
@Command(
    name = "network-policy",
    description = {
      "Shows and changes what sessions of an organization may reach, instead of AGENT_NETWORK_POLICY.",
      "It counts for sessions that are queued for a machine from now on: new ones, and those that wake."
    },
    mixinStandardHelpOptions = true,
    subcommands = {
      AdminNetworkPolicy.Show.class,
      AdminNetworkPolicy.Set.class,
      AdminNetworkPolicy.Clear.class
    })
final class AdminNetworkPolicy extends Group {
  /** Does something with the policy and shows it. */
  abstract static class OfOrganization extends ServiceAction.OfOne {
    abstract JsonObject act(DocumentClient policy);

    @Override
    protected JsonObject act(AgentClient client) {
      return act(client.organization(id()).networkPolicy());
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      var whose = "organization".equals(answer.text("source")) ? "" : ", as for all organizations";
      if (!answer.isTrue("enabled")) {
        out.println("unrestricted" + whose);
        return;
      }
      out.println("the gateway and what is listed" + whose + ":");
      for (var item : answer.objects("allow")) {
        item.fields().values().forEach(text -> out.println(PlainText.line(String.valueOf(text))));
      }
    }
  }

  @Command(name = "show", description = "Shows it.", mixinStandardHelpOptions = true)
  static final class Show extends OfOrganization {
    @Override
    protected JsonObject act(DocumentClient policy) {
      return policy.get();
    }
  }

  @Command(
      name = "set",
      description = "Lets sessions reach these and nothing else, or everything.",
      mixinStandardHelpOptions = true)
  static final class Set extends OfOrganization {
    @Option(
        names = "--host",
        paramLabel = "<name>",
        description = "A host, or a glob such as *.example.com; may be given several times")
    private List<String> hosts = new ArrayList<>();

    @Option(
        names = "--range",
        paramLabel = "<range>",
        description = "An address or range such as 10.0.0.0/8 or fd00::/8; several times")
    private List<String> ranges = new ArrayList<>();

    @Option(names = "--nothing", description = "Nothing but the gateway")
    private boolean nothing;

    @Option(names = "--unrestricted", description = "Everything that the machine reaches")
    private boolean unrestricted;

    @Override
    protected JsonObject act(DocumentClient policy) {
      boolean listed = !hosts.isEmpty() || !ranges.isEmpty();
      if ((listed ? 1 : 0) + (nothing ? 1 : 0) + (unrestricted ? 1 : 0) != 1) {
        throw CommandFailure.usage(
            "say what sessions may reach",
            "give --host and --range, or --nothing, or --unrestricted");
      }
      var allow = new ArrayList<Map<String, String>>();
      hosts.forEach(host -> allow.add(Map.of("hostname", host)));
      ranges.forEach(range -> allow.add(Map.of(range.contains(":") ? "ipv6" : "ipv4", range)));
      return policy.replace(JsonObject.of("enabled", !unrestricted, "allow", allow));
    }
  }

  @Command(
      name = "clear",
      description = "Lets what AGENT_NETWORK_POLICY says count again.",
      mixinStandardHelpOptions = true)
  static final class Clear extends OfOrganization {
    @Override
    protected JsonObject act(DocumentClient policy) {
      return policy.clear();
    }
  }
}
