package io.agentservice.cli.up;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Users;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.service.Keeper;
import io.agentservice.cli.service.ServerCommand;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.service.SharedServer;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.AgentClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The service of {@code agent up}: a server inside this process, which ends after the last command
 * that uses it, or the one that such a command has started before.
 *
 * @param client calls it with the home's key
 * @param workerKey for local workers
 * @param address where it listens
 * @param baseUrl by which address others reach it
 */
record UpService(AgentClient client, String workerKey, String address, String baseUrl) {

  /** Finds it or starts it; the cleanup ends it or lets go of it. */
  static UpService open(Home home, Map<String, String> given, Output output, Cleanup cleanup) {
    Users.join(home); // waits for one that is ending
    try (var _ = SharedServer.starting(home)) {
      var there = home.server().orElse(null);
      if (there == null) {
        return start(home, given, output, cleanup);
      }
      refuseOtherSettings(there, given);
      output.tell(
          "a service runs here already, started by another command: this one joins it at "
              + there.url());
    }
    var there = SharedServer.use(home, given, () -> {}, output::tell, cleanup);
    var key = String.valueOf(home.credentials().own());
    var client = Connection.open(new Connection.Target(URI.create(there.url()), key));
    cleanup.later(client::close);
    return new UpService(client, home.credentials().forWorker(key), there.url(), there.url());
  }

  private static UpService start(
      Home home, Map<String, String> given, Output output, Cleanup cleanup) {
    var service = Service.start(home, given, cleanup);
    ServerCommand.announce(home, service.address(), Home.Kind.UP, given, cleanup);
    Users.leave(home);
    var keeper = new Keeper(home, service);
    cleanup.later(() -> outlast(keeper, output));
    keeper.keepTidy();
    return new UpService(
        service.client(), service.workerKey(), service.address(), service.baseUrl());
  }

  /** Goes on as long as others use it. */
  private static void outlast(Keeper keeper, Output output) {
    try {
      if (keeper.isUsed()) {
        output.tell(
            "agent: an `agent run` or another command still uses this service, which ends with"
                + " it; Ctrl-C again ends it now");
      }
      keeper.awaitTheLastUser();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      keeper.close();
    }
  }

  /** What was chosen for this service must hold; what was not said holds as it does there. */
  private static void refuseOtherSettings(Home.Server there, Map<String, String> given) {
    var others = new ArrayList<>(there.settings().otherModelServers(given, ""));
    others.addAll(there.settings().otherSettings(given));
    if (there.settings().hasOtherModel(given)) {
      others.add("AGENT_MODEL");
    }
    if (differs(given.get("AGENT_PORT"), Integer.toString(URI.create(there.url()).getPort()))) {
      others.add("AGENT_PORT");
    }
    if (!others.isEmpty()) {
      throw CommandFailure.usage(
          "a service runs here already, at %s (pid %d), with another %s"
              .formatted(there.url(), there.pid(), String.join(", ", others)),
          there.kind() == Home.Kind.SERVER
              ? "stop that one, or set AGENT_HOME to another directory"
              : "it ends with the last command that uses it, see `agent session list`;"
                  + " AGENT_HOME chooses another directory");
    }
  }

  private static boolean differs(@Nullable String set, String there) {
    return set != null && !set.isBlank() && !set.strip().equals("0") && !set.strip().equals(there);
  }
}
