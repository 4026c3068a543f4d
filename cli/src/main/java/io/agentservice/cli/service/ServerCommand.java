package io.agentservice.cli.service;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.ServiceSettings;
import io.agentservice.cli.home.Users;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.Closing;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Output;
import io.agentservice.server.App;
import io.agentservice.server.start.reload.Hangups;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
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
public final class ServerCommand implements Callable<Integer> {
  @Mixin private Flags flags;
  @Mixin private Output output;

  @Option(
      names = "--until-unused",
      hidden = true,
      description = "End when no command of this data directory uses it; one of them starts it so")
  private boolean untilUnused;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  ServerCommand() {}

  /** The settings that have flags; {@code up} has them too. */
  public static final class Flags {
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
    public Map<String, String> over(Map<String, String> environment) {
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
    var read = GivenSettings.read(System.getenv());
    var given = flags.over(read.values());
    var home = Home.of(given);
    if (untilUnused) {
      return shared(home, given);
    }
    var hangups = Hangups.handle();
    var values = Service.settings(home, given);
    try (var cleanup = new Cleanup()) {
      var app = start(home, given, values, cleanup);
      hangups.bring(() ->
          app.reload(
              () -> Service.settings(home, flags.over(read.again(System.getenv()).values()))));
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
      app.firstSecretsTold();
      Service.missingModel(values, null)
          .or(() -> Service.unknownPrice(values, null))
          .ifPresent(why -> output.tell("agent: " + why));
      awaitSignal();
    }
    return 0;
  }

  private static App start(
      Home home, Map<String, String> given, Map<String, String> values, Cleanup cleanup) {
    Users.join(home); // waits for one that is ending
    try (var _ = SharedServer.starting(home)) {
      home.server()
          .filter(there -> given.getOrDefault("AGENT_DATABASE_URL", "").isBlank())
          .ifPresent(there -> {
            throw CommandFailure.failed(
                "a service runs in %s already: %s (pid %d)"
                    .formatted(home.path(), there.url(), there.pid()),
                there.kind() == Home.Kind.SERVER
                    ? "stop that one, or set AGENT_HOME to another directory"
                    : "it ends with the last command that uses it");
          });
      var app = Start.of(Service.read(values), cleanup);
      Service.keepWorkerKey(home, app);
      announce(home, app.address(), Home.Kind.SERVER, given, cleanup);
      return app;
    }
  }

  /** For commands of this data directory that need one; who starts it is the first of them. */
  private static int shared(Home home, Map<String, String> given) throws InterruptedException {
    ServerLog.toFile(home.file("run.log"));
    try (var cleanup = new Cleanup()) {
      var service = Service.start(home, given, cleanup);
      var keeper = new Keeper(home, service);
      cleanup.later(keeper::close);
      announce(home, service.address(), Home.Kind.SHARED, given, cleanup);
      keeper.awaitTheLastUser();
    }
    return 0;
  }

  /** Writes where the server is, for commands of the same data directory. */
  public static void announce(
      Home home, String url, Home.Kind kind, Map<String, String> given, Cleanup cleanup) {
    var pid = ProcessHandle.current().pid();
    var version = new BuildVersion().version();
    var proof = home.announce(new Home.Server(url, pid, version, kind, ServiceSettings.of(given)));
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
