package io.agentservice.worker.commands;

import io.agentservice.client.AgentClient;
import io.agentservice.client.ClientException;
import io.agentservice.client.ClientSettings;
import io.agentservice.worker.ExitCode;
import io.agentservice.worker.Worker;
import io.agentservice.worker.WorkerFailure;
import io.agentservice.worker.WorkerSettings;
import io.agentservice.worker.loop.Progress;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code agent worker start} (interface.md 10.1, fleet.md 7). */
@Command(
    name = "start",
    description = {
      "Claim sessions of an outpost and serve them on this machine, one at a time.",
      "Run it from the directory that holds the sessions' repositories.",
      "Signals: TERM or INT stop and give the session back, a second one stops at once,",
      "USR1 takes no new session and ends after the one under way."
    },
    defaultValueProvider = Flags.class,
    showDefaultValues = true,
    mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{6,40}");

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Connection connection;

  @Option(
      names = "--outpost",
      paramLabel = "<id or name>",
      description = "Only claim from this outpost; asked for on a terminal when left out")
  private @Nullable String outpost;

  @Option(
      names = {"--session", "--session-id"},
      paramLabel = "<id>",
      description = "Claim and serve this session, then exit")
  private @Nullable String session;

  @Option(
      names = "--acceptor-id",
      paramLabel = "<id>",
      description = "Stable identity for claims and restarts; default: made once and kept")
  private @Nullable String acceptorId;

  @Option(names = "--once", description = "Exit after serving one session")
  private boolean once;

  @Option(
      names = "--data-dir",
      paramLabel = "<dir>",
      description = "Identities and session state; default: ~/.agent/worker")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--cache-dir",
      paramLabel = "<dir>",
      description = "Remote binaries; default: cache in the data directory")
  private @Nullable Path cacheDirectory;

  @Option(
      names = "--static-base-url",
      paramLabel = "<url>",
      description = "Where remote binaries are published; default: the API address and /static")
  private @Nullable URI staticBaseUrl;

  @Option(
      names = "--gateway-url",
      paramLabel = "<url>",
      description = "Gateway when the claim names none")
  private @Nullable URI gatewayUrl;

  @Option(
      names = "--remote-binary-sha",
      paramLabel = "<sha>",
      description = "Version of the remote when the session pins none; default: the latest")
  private @Nullable String remoteSha;

  @Option(
      names = "--pty-bridge-port",
      paramLabel = "<port>",
      description = "Fixed PTY bridge port; default: a free one per session")
  private @Nullable Integer ptyBridgePort;

  @Option(
      names = "--poll-interval-secs",
      paramLabel = "<s>",
      description = "Seconds between queue polls and status checks")
  private int pollIntervalSecs;

  @Option(names = "--json", description = "One JSON object per event on stdout")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    var err = spec.commandLine().getErr();
    try {
      var worker = new Worker(settings(err), progress(err));
      Signals.on("TERM", () -> worker.stop(ExitCode.TERMINATED));
      Signals.on("INT", () -> worker.stop(ExitCode.INTERRUPTED));
      Signals.on("USR1", worker::drain);
      return worker.run();
    } catch (WorkerFailure e) {
      return Connection.say(err, String.valueOf(e.getMessage()), e.hint(), e.exitCode());
    }
  }

  /** The flags as settings; what cannot be right is refused before any request. */
  WorkerSettings settings(PrintWriter err) {
    var token = connection.token();
    if (pollIntervalSecs < 1) {
      throw new WorkerFailure(ExitCode.USAGE, "--poll-interval-secs must be at least 1", null);
    }
    if (ptyBridgePort != null && (ptyBridgePort < 1 || ptyBridgePort > 65_535)) {
      throw new WorkerFailure(ExitCode.USAGE, "--pty-bridge-port must be 1 to 65535", null);
    }
    if (remoteSha != null && !SHA.matcher(remoteSha).matches()) {
      throw new WorkerFailure(
          ExitCode.USAGE, "--remote-binary-sha must be 6 to 40 hexadecimal digits", null);
    }
    if (staticBaseUrl != null
        && !List.of("http", "https").contains(String.valueOf(staticBaseUrl.getScheme()))) {
      throw new WorkerFailure(
          ExitCode.USAGE, "--static-base-url must be an http or https address", null);
    }
    var data =
        dataDirectory != null
            ? dataDirectory
            : Path.of(System.getProperty("user.home"), ".agent", "worker");
    var api = connection.apiUrl.toString().replaceAll("/+$", "");
    var files = staticBaseUrl != null ? staticBaseUrl.toString() : api + "/static";
    return new WorkerSettings(
        URI.create(api),
        token,
        outpost == null && session == null ? ask(token, err) : outpost,
        session,
        acceptorId,
        once,
        data.toAbsolutePath(),
        (cacheDirectory != null ? cacheDirectory : data.resolve("cache")).toAbsolutePath(),
        URI.create(files.replaceAll("/+$", "")),
        gatewayUrl,
        remoteSha,
        ptyBridgePort,
        Duration.ofSeconds(pollIntervalSecs),
        Path.of("").toAbsolutePath(),
        System.getenv());
  }

  @SuppressWarnings(
      "SystemConsoleNull") // never null on this JDK, but its declaration does not say so
  private String ask(String token, PrintWriter err) {
    var console = System.console();
    if (console == null || !console.isTerminal()) {
      throw new WorkerFailure(
          ExitCode.USAGE, "No outpost to serve", "Name one with --outpost=<id or name>");
    }
    try (var client = new AgentClient(ClientSettings.of(connection.apiUrl, token))) {
      return OutpostPrompt.choose(client.fleet(), new BufferedReader(console.reader()), err);
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    } catch (ClientException e) {
      throw new WorkerFailure(ExitCode.of(e), String.valueOf(e.getMessage()), e.hint());
    }
  }

  /** Lines for a person on stderr, or objects for a program on stdout. */
  private Progress progress(PrintWriter err) {
    var out = spec.commandLine().getOut();
    return event -> {
      if (json) {
        out.println(event.fields().toJson());
        out.flush();
      } else {
        err.println(event.line());
        err.flush();
      }
    };
  }
}
