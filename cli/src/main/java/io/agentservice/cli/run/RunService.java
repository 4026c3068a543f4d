package io.agentservice.cli.run;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.ServiceAddress;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.Models;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.service.SharedServer;
import io.agentservice.cli.terminal.Output;
import io.agentservice.wire.settings.GivenSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The service of one {@code agent run} or evaluation: one elsewhere when it is named, else the one
 * of the data directory, which is started when it is not there.
 */
public final class RunService {
  private final Connection connection;
  private final Home home;
  private final boolean fresh;
  private final Output output;
  private final Map<String, String> environment = new HashMap<>(GivenSettings.of(System.getenv()));
  private @Nullable String model;

  /**
   * What is known before.
   *
   * @param model the one that was named for this run
   * @param fresh a new session needs a model; an earlier one has its own
   */
  public RunService(
      Connection connection, Home home, @Nullable String model, boolean fresh, Output output) {
    this.connection = connection;
    this.home = home;
    this.model = model == null ? null : Models.absolute(model);
    this.fresh = fresh;
    this.output = output;
    environment.put("AGENT_PORT", "0");
    environment.put("AGENT_BIND", "127.0.0.1");
    environment.put("AGENT_REPLAY_MODELS", "true"); // the caller is the operator
    environment.computeIfPresent("AGENT_MODEL", (_, set) -> Models.absolute(set.strip()));
  }

  /** The model to ask for; null for the service's own. Known after {@link #open}. */
  public @Nullable String model() {
    return model;
  }

  /** Finds or starts it; the cleanup lets go of it. */
  public Connection.Target open(Cleanup cleanup) {
    if (connection.isElsewhere()) {
      return connection.target();
    }
    var started = new boolean[1];
    var server =
        SharedServer.use(
            home,
            environment,
            () -> {
              checkBeforeStart();
              started[0] = true;
              output.tell("no service is running here: starting one for this run");
            },
            output::tell,
            cleanup);
    if (!started[0]) {
      checkSettings(server);
    }
    var own = home.credentials().own();
    return server.kind() == Home.Kind.SHARED && own != null
        ? new Connection.Target(ServiceAddress.of(server.url()), own)
        : connection.target();
  }

  private void checkBeforeStart() {
    if (fresh) {
      var settings = Service.settings(home, environment);
      Service.missingModel(settings, model)
          .ifPresent(why -> {
            throw CommandFailure.usage(why, "or name one with --model");
          });
      Service.unknownPrice(settings, model).ifPresent(why -> output.tell("agent: " + why));
    }
  }

  /** Its code and its money go where its own settings say, or it does not begin. */
  private void checkSettings(Home.Server server) {
    var settings = server.settings();
    if (fresh && model == null && settings.hasOtherModel(environment)) {
      model = environment.get("AGENT_MODEL");
    }
    var wanted = Objects.requireNonNullElse(model, "");
    var elsewhere = fresh ? settings.otherModelServers(environment, wanted) : List.<String>of();
    if (!elsewhere.isEmpty()) {
      throw CommandFailure.usage(
          "the service that runs here (%s, pid %d) was started with another %s"
              .formatted(server.url(), server.pid(), String.join(", ", elsewhere)),
          "unset it to use that service, wait for its end, or set AGENT_HOME to another directory");
    }
    var others = settings.otherSettings(environment);
    if (!others.isEmpty()) {
      output.tell(
          "agent: the service that runs here was started with another %s, which counts until it ends"
              .formatted(String.join(", ", others)));
    }
  }
}
