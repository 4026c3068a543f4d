package io.agentservice.remote;

import io.agentservice.remote.base.ExitCode;
import io.agentservice.remote.base.Log;
import io.agentservice.remote.base.Platform;
import io.agentservice.remote.bridge.PtyBridge;
import io.agentservice.remote.browser.Browser;
import io.agentservice.remote.desktop.Desktop;
import io.agentservice.remote.files.WorkFiles;
import io.agentservice.remote.gateway.Gateway;
import io.agentservice.remote.gateway.Session;
import io.agentservice.remote.git.CredentialHelper;
import io.agentservice.remote.git.GitAccess;
import io.agentservice.remote.network.Outlet;
import io.agentservice.remote.program.SessionVariables;
import io.agentservice.remote.shell.Commands;
import io.agentservice.remote.state.Journal;
import io.agentservice.remote.state.StateDirectory;
import io.agentservice.remote.walls.Walls;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The program {@code agent-remote}: {@code serve}, {@code version}, and {@code credential}, which
 * is for git alone.
 */
public final class Main {
  private static final String USAGE =
      "usage: agent-remote serve [--pty-bridge-port N] | version | --version";

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) {
    try {
      return switch (args.isEmpty() ? "" : args.getFirst()) {
        case "serve" -> {
          var port = bridgePort(args.subList(1, args.size()));
          yield serve(environment(), port);
        }
        case "credential" ->
            CredentialHelper.run(args.subList(1, args.size()), System.in, System.out, System.err);
        case "version", "--version" -> {
          System.out.println("agent-remote " + sha());
          yield ExitCode.OK;
        }
        default -> {
          System.err.println(USAGE);
          yield ExitCode.CONFIGURATION;
        }
      };
    } catch (Environment.Unusable | StateDirectory.Unusable e) {
      System.err.println("agent-remote: " + e.getMessage());
      return ExitCode.CONFIGURATION;
    } catch (IOException | RuntimeException e) {
      Log.error("unexpected: " + e);
      return ExitCode.UNEXPECTED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.UNEXPECTED;
    }
  }

  /** Port of the PTY bridge; 0 for a free one. */
  private static int bridgePort(List<String> args) throws Environment.Unusable {
    var known = args.size() >= 2 && args.getFirst().equals("--pty-bridge-port");
    if (args.size() > (known ? 2 : 0)) { // a worker may be newer than its remote
      Log.warn(
          "arguments that this version does not know: " + args.subList(known ? 2 : 0, args.size()));
    }
    if (!known) {
      return 0;
    }
    if (!args.get(1).matches("[0-9]{1,5}") || Integer.parseInt(args.get(1)) > 65_535) {
      throw new Environment.Unusable("--pty-bridge-port is not a port: 0 (a free one) to 65535");
    }
    return Integer.parseInt(args.get(1));
  }

  private static int serve(Map<String, String> variables, int bridgePort)
      throws Environment.Unusable, StateDirectory.Unusable, IOException, InterruptedException {
    var environment = Environment.read(variables, System.getProperty("os.name"));
    var directory = Path.of("").toAbsolutePath();
    var isolation = Walls.tried(variables, directory);
    var outlet = outlet(environment, variables);
    if (isolation != null && !isolation.failed().isEmpty()) {
      return refuse(environment, variables, outlet, directory, isolation);
    }
    try (var state = StateDirectory.open(environment.stateDirectory())) {
      var network = outlet.map(Outlet::variables).orElse(Map.of());
      var ours = new SessionVariables(variables, environment.sessionId(), network);
      var commands = Commands.takeOver(Journal.open(state.path()), ours, directory);
      if (state.usedBefore()) {
        commands.killLeftovers();
      }
      var browser = Browser.of(environment.chrome(), state.path(), directory, commands);
      var path = variables.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
      var desktop = Desktop.of(environment.desktop(), path, state.path(), commands, ours);
      var bridge = PtyBridge.open(bridgePort, state.path(), commands);
      // A signal ends the session's processes, too; the JVM then exits with 128 + signal.
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                commands.endAll();
                bridge.close();
                browser.close();
                desktop.close();
              }));
      var git = GitAccess.open(environment.gateway(), state.path(), variables, ours);
      var session =
          new Session(
              commands,
              new WorkFiles(directory, home(variables), state.path()),
              browser,
              desktop,
              git,
              ours,
              directory,
              sha(),
              isolation,
              () -> outlet.map(Outlet::news).orElse(List.of()));
      try (bridge;
          git;
          browser;
          desktop;
          var gateway = gateway(environment, variables, outlet)) {
        return gateway.run(session);
      }
    }
  }

  /** Weaker walls than the worker promised are none: the session is not served here. */
  private static @Nullable Path home(Map<String, String> variables) {
    var home = variables.get("HOME");
    return home == null || home.isBlank() ? null : Path.of(home).toAbsolutePath();
  }

  private static int refuse(
      Environment environment,
      Map<String, String> variables,
      Optional<Outlet> outlet,
      Path directory,
      ToServer.Isolation isolation)
      throws Environment.Unusable, InterruptedException {
    var trials =
        isolation.failed().stream()
            .map(trial -> (trial.works() ? "can " : "can't ") + trial.what())
            .collect(Collectors.joining(", "));
    Log.error("the walls around this session do not hold: it " + trials);
    var hello =
        new ToServer.Hello(
            sha(),
            Platform.CURRENT.word(),
            directory.toString(),
            List.of(),
            List.of(),
            isolation,
            null);
    try (var gateway = gateway(environment, variables, outlet)) {
      gateway.tell(hello);
    }
    return ExitCode.CONFIGURATION;
  }

  /** Open until the process ends. */
  private static Optional<Outlet> outlet(Environment environment, Map<String, String> variables)
      throws Environment.Unusable {
    try {
      return Outlet.open(variables, environment.gateway());
    } catch (IOException e) {
      throw new Environment.Unusable("no way out of the session's network: " + e.getMessage());
    }
  }

  private static Gateway gateway(
      Environment environment, Map<String, String> variables, Optional<Outlet> outlet)
      throws Environment.Unusable {
    try {
      var proxies = outlet.map(Outlet::proxies).orElse(null);
      return new Gateway(environment.gateway(), environment.connectToken(), variables, proxies);
    } catch (IllegalArgumentException e) { // of the certificates that the operator named
      throw new Environment.Unusable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The environment. The start script takes the connect token out of it, which other processes of
   * the user could read, and hands it over on standard input.
   */
  private static Map<String, String> environment() throws IOException {
    var variables = Platform.CURRENT.variables();
    variables.putAll(System.getenv());
    if (Boolean.getBoolean("agent.remote.token.stdin")) {
      var bytes = System.in.readNBytes(8192);
      variables.put(
          Environment.TOKEN, new String(bytes, java.nio.charset.StandardCharsets.UTF_8).strip());
    }
    return variables;
  }

  private static String sha() {
    var ofJar = Main.class.getPackage().getImplementationVersion();
    return System.getProperty("agent.remote.sha", ofJar == null ? "unpackaged" : ofJar);
  }
}
