package io.agentservice.worker.commands;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.worker.settings.VariableAliases;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent worker outpost} (interface.md 10.1). */
@Command(
    name = "outpost",
    description = "Create, list, show and delete outposts",
    mixinStandardHelpOptions = true,
    subcommands = {
      OutpostCommand.Create.class,
      OutpostCommand.Show.class,
      OutpostCommand.ListAll.class,
      OutpostCommand.Delete.class
    })
final class OutpostCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: create, list, get or delete");
  }

  abstract static class Action implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Connection connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Login login;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
      var out = spec.commandLine().getOut();
      if (connection.token == null || connection.token.isBlank()) {
        login.service(address()).ifPresent(connection::use);
      }
      return connection.call(
          spec.commandLine().getErr(),
          fleet -> {
            act(fleet, out);
            out.flush();
            return 0;
          });
    }

    private @Nullable String address() {
      var parsed = spec.commandLine().getParseResult();
      boolean given =
          parsed.hasMatchedOption("--api-url")
              || !VariableAliases.given().getOrDefault("AGENT_API_URL", "").isBlank();
      return given ? connection.apiUrl.toString() : null;
    }

    abstract void act(FleetClient fleet, PrintWriter out);
  }

  /** Prints only the new id. */
  @Command(
      name = "create",
      description = "Create an outpost and print its id",
      defaultValueProvider = Flags.class,
      mixinStandardHelpOptions = true)
  static final class Create extends Action {
    @Parameters(paramLabel = "<name>", description = "Unique in the account")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Option(
        names = "--platform",
        paramLabel = "<platform>",
        description = "linux, macos or windows; default: linux")
    private @Nullable String platform;

    @Option(names = "--description", paramLabel = "<text>", description = "For people")
    private @Nullable String description;

    @Override
    void act(FleetClient fleet, PrintWriter out) {
      out.println(fleet.createOutpost(name, platform, description).metadata().outpostId());
    }
  }

  @Command(
      name = "get",
      description = "Show an outpost as JSON",
      defaultValueProvider = Flags.class,
      mixinStandardHelpOptions = true)
  static final class Show extends Action {
    @Parameters(paramLabel = "<outpost_id>")
    @SuppressWarnings("NullAway.Init") // required
    private String id;

    @Override
    void act(FleetClient fleet, PrintWriter out) {
      out.println(FleetJson.OUTPOST.toJson(fleet.outpost(id)));
    }
  }

  /** One line for each. */
  @Command(
      name = "list",
      description = "List outposts: id name platform depth claims",
      defaultValueProvider = Flags.class,
      mixinStandardHelpOptions = true)
  static final class ListAll extends Action {
    @Option(names = "--json", description = "One JSON object per line")
    private boolean json;

    @Override
    void act(FleetClient fleet, PrintWriter out) {
      for (var outpost : fleet.outposts()) {
        out.println(json ? FleetJson.OUTPOST.toJson(outpost) : line(outpost));
      }
    }
  }

  /** Prints nothing. */
  @Command(
      name = "delete",
      description = "Delete an outpost",
      defaultValueProvider = Flags.class,
      mixinStandardHelpOptions = true)
  static final class Delete extends Action {
    @Parameters(paramLabel = "<outpost_id>")
    @SuppressWarnings("NullAway.Init") // required
    private String id;

    @Option(names = "--force", description = "Also with sessions on it; they are placed elsewhere")
    private boolean force;

    @Override
    void act(FleetClient fleet, PrintWriter out) {
      fleet.deleteOutpost(id, force);
    }
  }

  static String line(Outpost outpost) {
    return String.join(
        " ",
        List.of(
            outpost.metadata().outpostId(),
            outpost.spec().name(),
            Objects.requireNonNullElse(outpost.spec().platform(), "linux"),
            Long.toString(outpost.status().queueDepth()),
            Long.toString(outpost.status().activeClaims())));
  }
}
