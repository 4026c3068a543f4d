package io.agentservice.cli;

import io.agentservice.client.JsonObject;
import io.agentservice.server.App;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent server}: one server, until a signal ends it. */
@Command(
    name = "server",
    description = "Runs the server alone; every AGENT_* variable of it counts, flags go first.",
    mixinStandardHelpOptions = true)
final class ServerCommand implements Callable<Integer> {
  @Mixin private Flags flags;
  @Mixin private Output output;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  ServerCommand() {}

  /** The settings that have flags; {@code up} has them too. */
  static final class Flags {
    @Option(
        names = "--port",
        paramLabel = "<port>",
        description = "Port to listen on, 0 for any free one (AGENT_PORT, 8080)")
    private @Nullable String port;

    @Option(
        names = "--bind",
        paramLabel = "<address>",
        description = "Address to listen on (AGENT_BIND, 127.0.0.1)")
    private @Nullable String bind;

    @Option(
        names = "--home",
        paramLabel = "<directory>",
        description = "Data directory (AGENT_HOME, ~/.agent)")
    private @Nullable String home;

    @Option(
        names = "--database-url",
        paramLabel = "<jdbc url>",
        description =
            "External PostgreSQL (AGENT_DATABASE_URL); better in the variable when it holds a password")
    private @Nullable String databaseUrl;

    @Option(
        names = "--model",
        paramLabel = "<model>",
        description = "Default model, e.g. anthropic:NAME, replay:FILE (AGENT_MODEL)")
    private @Nullable String model;

    /** The variables, with the flags above them. */
    Map<String, String> over(Map<String, String> environment) {
      var values = new HashMap<>(environment);
      put(values, "AGENT_PORT", port);
      put(values, "AGENT_BIND", bind);
      put(values, "AGENT_HOME", home);
      put(values, "AGENT_DATABASE_URL", databaseUrl);
      put(values, "AGENT_MODEL", model == null ? null : Models.absolute(model));
      return values;
    }

    private static void put(Map<String, String> values, String name, @Nullable String value) {
      if (value != null) {
        values.put(name, value);
      }
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    var given = flags.over(System.getenv());
    var home = Home.of(given);
    var values = Service.settings(home, given);
    try (var cleanup = new Cleanup()) {
      var app = App.start(Service.read(values));
      cleanup.later(app::close);
      Service.keepWorkerKey(home, app);
      announce(home, app.address(), cleanup);
      var key = app.firstKey().orElse(null);
      var password = app.firstPassword().orElse(null);
      output.result(
          JsonObject.of(
              "url",
              app.address(),
              "base_url",
              app.baseUrl(),
              "first_key",
              key,
              "first_password",
              password),
          (_, out) -> {
            out.println("agent server listens on " + app.address());
            if (key != null) {
              out.println("key of the administrator, shown this once: " + key);
              out.println("password of admin for one sign-in in a browser: " + password);
            }
          });
      Service.missingModel(values, null)
          .or(() -> Service.unknownPrice(values, null))
          .ifPresent(why -> output.tell("agent: " + why));
      awaitSignal();
    }
    return 0;
  }

  /** Writes where the server is, for commands of the same data directory. */
  static void announce(Home home, String url, Cleanup cleanup) {
    var pid = ProcessHandle.current().pid();
    var proof = home.announce(new Home.Server(url, pid, new BuildVersion().version()));
    cleanup.later(() -> {
      home.forgetServer();
      Closing.quietly(proof);
    });
  }

  /** A signal ends the process; its hook cleans up. */
  static void awaitSignal() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
