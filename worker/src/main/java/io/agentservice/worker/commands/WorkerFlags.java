package io.agentservice.worker.commands;

import io.agentservice.worker.doctor.Subject;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import io.agentservice.worker.sandbox.rules.Limits;
import io.agentservice.worker.settings.HookSettings;
import io.agentservice.worker.settings.VariableAliases;
import io.agentservice.worker.settings.WorkerSettings;
import io.agentservice.worker.settings.Workspaces;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of a worker (interface.md 10.1, and ours); what each means is in docs/worker.md. */
final class WorkerFlags {
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{6,40}");

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  Connection connection;

  @Option(
      names = "--outpost",
      paramLabel = "<id or name>",
      description = "Only claim from this outpost; asked for on a terminal when left out")
  @Nullable String outpost;

  @Option(
      names = {"--session", "--session-id"},
      paramLabel = "<id>",
      description =
          "Claim and serve this session, then exit; with AGENT_REMOTE_SESSION_TOKEN and AGENT_OUTPOST_GATEWAY_URL set, serve it with that token and without the queue")
  @Nullable String session;

  @Option(
      names = "--acceptor-id",
      paramLabel = "<id>",
      description = "Stable identity for claims and restarts; default: made once and kept")
  @Nullable String acceptorId;

  @Option(names = "--once", description = "Exit after serving one session")
  boolean once;

  @Option(
      names = "--data-dir",
      paramLabel = "<dir>",
      description = "Identities and session state; default: worker in AGENT_HOME (~/.agent)")
  @Nullable Path dataDirectory;

  @Option(
      names = "--cache-dir",
      paramLabel = "<dir>",
      description = "Remote binaries; default: cache in the data directory")
  @Nullable Path cacheDirectory;

  @Option(
      names = "--static-base-url",
      paramLabel = "<url>",
      description =
          "Where remote binaries are published, with or without /agent-rs/remote; default: the API address and /static")
  @Nullable URI staticBaseUrl;

  @Option(
      names = "--gateway-url",
      paramLabel = "<url>",
      description = "Gateway when the claim names none")
  @Nullable URI gatewayUrl;

  @Option(
      names = "--remote-binary-sha",
      paramLabel = "<sha>",
      description = "Version of the remote when the session pins none; default: the latest")
  @Nullable String remoteSha;

  @Option(
      names = "--pty-bridge-port",
      paramLabel = "<port>",
      description = "Fixed PTY bridge port; default: a free one per session")
  @Nullable Integer ptyBridgePort;

  @Option(
      names = "--poll-interval-secs",
      paramLabel = "<s>",
      description = "Seconds between queue polls and status checks")
  int pollIntervalSecs;

  @Option(
      names = "--drain-secs",
      paramLabel = "<s>",
      description = "Seconds that the session may go on after TERM or INT before it is given back")
  int drainSecs;

  @Option(
      names = "--pre-claim-hook",
      paramLabel = "<file>",
      description = "Program that decides by its exit code whether a session is claimed")
  @Nullable Path preClaimHook;

  @Option(
      names = "--post-exit-hook",
      paramLabel = "<file>",
      description = "Program that runs after a session, before it is given back")
  @Nullable Path postExitHook;

  @Option(
      names = "--hook-timeout-secs",
      paramLabel = "<s>",
      description = "Seconds that a hook may take before it is killed")
  int hookTimeoutSecs;

  @Option(
      names = "--run-as",
      paramLabel = "<user[:group]>",
      description =
          "As root: run sessions as this user, that nothing else runs as; all its processes end with each session")
  @Nullable String runAs;

  @Option(
      names = "--sandbox",
      paramLabel = "<auto|bwrap|container|none>",
      description =
          "Wall each session in: by bubblewrap, by it where it works (auto, the default), by a container of --sandbox-image, or not at all")
  Isolation.Mode sandbox = Isolation.Mode.auto;

  @Option(
      names = "--sandbox-image",
      paramLabel = "<image>",
      description = "The image of podman or docker that --sandbox=container runs sessions in")
  @Nullable String sandboxImage;

  @Option(
      names = "--sandbox-container-network",
      paramLabel = "<network>",
      description =
          "The engine's network for sessions in containers that have no network policy; without it they reach the network by a filter")
  @Nullable String sandboxContainerNetwork;

  @Option(
      names = "--sandbox-read",
      paramLabel = "<dirs>",
      split = ":",
      description = "Directories that walled-in sessions can read besides, with : between them")
  List<Path> sandboxRead = List.of();

  @Option(
      names = "--sandbox-write",
      paramLabel = "<dirs>",
      split = ":",
      description = "Directories that all walled-in sessions share, such as a cache of packages")
  List<Path> sandboxWrite = List.of();

  @Option(
      names = "--sandbox-caches",
      paramLabel = "<dirs>",
      description =
          "Caches in the home that walled-in sessions read, and write in a layer of their own, with : between them; none: no caches")
  @Nullable String sandboxCaches;

  @Option(
      names = "--sandbox-limits",
      paramLabel = "<limits>",
      description =
          "What each walled-in session may use: processes=3000,files=65536,memory=4G (of each process)")
  @Nullable String sandboxLimits;

  @Option(
      names = "--sandbox-loopback",
      paramLabel = "<ports>",
      description =
          "Ports of this machine's loopback that walled-in sessions reach, with commas between them; all: they have this machine's network")
  @Nullable String sandboxLoopback;

  @Option(
      names = "--health-port",
      paramLabel = "<port>",
      description = "Answer GET /healthz and /metrics on this port; 0: do not")
  int healthPort;

  @Option(
      names = "--health-host",
      paramLabel = "<address>",
      description = "Address that --health-port listens on")
  @SuppressWarnings("NullAway.Init") // Flags has a default for it
  String healthHost;

  /** Refuses bad values; {@code ask} finds an outpost when no outpost or session is named. */
  WorkerSettings settings(Function<String, String> ask) {
    var environment = VariableAliases.given();
    boolean direct = session != null && WorkerSettings.sessionToken(environment) != null;
    var token = direct ? "" : connection.token(); // then the queue is never asked
    check();
    var directories = directories();
    return new WorkerSettings(
        server(),
        token,
        new WorkerSettings.Duty(
            outpost == null && session == null ? ask.apply(token) : outpost, session, acceptorId),
        once,
        directories,
        new WorkerSettings.Remote(remoteSha, ptyBridgePort, isolation(environment)),
        user(),
        Duration.ofSeconds(pollIntervalSecs),
        Duration.ofSeconds(drainSecs),
        new HookSettings(
            hook("--pre-claim-hook", preClaimHook),
            hook("--post-exit-hook", postExitHook),
            Duration.ofSeconds(hookTimeoutSecs)),
        environment,
        Workspaces.one(directories.work()));
  }

  private @Nullable RunAs user() {
    try {
      return runAs == null ? null : RunAs.of(runAs);
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    }
  }

  private Isolation isolation(Map<String, String> environment) {
    if (sandbox == Isolation.Mode.container && runAs != null) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "--run-as: sessions in containers are the worker's user there",
          "Run the worker as that user, or leave one of the two out");
    }
    try {
      var grants =
          new Grants(
              absolute(sandboxRead),
              absolute(sandboxWrite),
              Grants.caches(sandboxCaches),
              limits(),
              loopback());
      return Isolation.of(sandbox, environment, grants, image());
    } catch (UnavailableException e) {
      throw new WorkerFailure(
          ExitCode.USAGE, "--sandbox: " + e.getMessage(), e.advice() + ", or name another one");
    }
  }

  private Image image() {
    return Image.of(sandboxImage, sandboxContainerNetwork);
  }

  private Limits limits() {
    try {
      return Limits.of(sandboxLimits);
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, "--sandbox-limits: " + e.getMessage(), null);
    }
  }

  private Loopback loopback() {
    try {
      return Loopback.of(sandboxLoopback);
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, "--sandbox-loopback: " + e.getMessage(), null);
    }
  }

  /** As {@link #isolation}; in words where it can't be had. */
  private Isolation triedIsolation() {
    try {
      return Isolation.of(sandbox, VariableAliases.given(), Grants.NONE, image());
    } catch (UnavailableException e) {
      return new Isolation(
          null, "no wall around sessions: %s. %s".formatted(e.getMessage(), e.advice()), true);
    }
  }

  private static List<Path> absolute(List<Path> paths) {
    return paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
  }

  /** The flags as they are, right or wrong, for {@code doctor}. */
  Subject subject(boolean tokenInArguments) {
    return new Subject(
        server(),
        new Subject.Credential(connection.token, tokenInArguments),
        fault(),
        new WorkerSettings.Duty(outpost, session, acceptorId),
        directories(),
        new WorkerSettings.Remote(remoteSha, ptyBridgePort, triedIsolation()),
        new Subject.Health(healthHost, healthPort),
        runAs,
        VariableAliases.given(),
        Path.of("/proc/self"),
        InstantSource.system());
  }

  private WorkerSettings.Server server() {
    return new WorkerSettings.Server(api(), staticBase(), gatewayUrl);
  }

  private WorkerSettings.Directories directories() {
    return new WorkerSettings.Directories(data(), cache(), Path.of("").toAbsolutePath());
  }

  private @Nullable String fault() {
    try {
      check();
      hook("--pre-claim-hook", preClaimHook);
      hook("--post-exit-hook", postExitHook);
      return null;
    } catch (WorkerFailure e) {
      return e.getMessage();
    }
  }

  private URI api() {
    return URI.create(connection.apiUrl.toString().replaceAll("/+$", ""));
  }

  private URI staticBase() {
    return staticBaseUrl == null
        ? URI.create(api() + "/static")
        : URI.create(staticBaseUrl.toString().replaceAll("/+$", ""));
  }

  private Path data() {
    return DataDirectory.of(dataDirectory).toAbsolutePath();
  }

  private Path cache() {
    return cacheDirectory != null ? cacheDirectory.toAbsolutePath() : data().resolve("cache");
  }

  /** Refuses values that can't be right. */
  private void check() {
    if (pollIntervalSecs < 1) {
      throw new WorkerFailure(ExitCode.USAGE, "--poll-interval-secs must be at least 1", null);
    }
    if (drainSecs < 0) {
      throw new WorkerFailure(ExitCode.USAGE, "--drain-secs must be at least 0", null);
    }
    if (hookTimeoutSecs < 1) {
      throw new WorkerFailure(ExitCode.USAGE, "--hook-timeout-secs must be at least 1", null);
    }
    if (healthPort < 0 || healthPort > 65_535) {
      throw new WorkerFailure(ExitCode.USAGE, "--health-port must be 0 to 65535", null);
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
  }

  private static @Nullable Path hook(String flag, @Nullable Path file) {
    if (file != null && (!Files.isRegularFile(file) || !Files.isExecutable(file))) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "%s: %s is no executable file".formatted(flag, file),
          "Name an executable file, with its path; chmod +x makes one executable");
    }
    return file == null ? null : file.toAbsolutePath();
  }
}
