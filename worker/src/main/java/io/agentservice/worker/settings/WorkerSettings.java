package io.agentservice.worker.settings;

import io.agentservice.worker.Worker;
import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.sandbox.Isolation;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a worker is told (interface.md 10.1).
 *
 * @param token of a principal with the machine scope
 * @param once end after one session
 * @param runAs the user of remotes; null for the worker's
 * @param pollInterval between queue polls and status checks
 * @param drainLimit how long a session may go on after {@link Worker#stop}; may be zero
 * @param environment of the worker, some of which remotes inherit
 * @param workspaces where each session works, in or beside the working directory
 */
public record WorkerSettings(
    Server server,
    String token,
    Duty duty,
    boolean once,
    Directories directories,
    Remote remote,
    @Nullable RunAs runAs,
    Duration pollInterval,
    Duration drainLimit,
    HookSettings hooks,
    Map<String, String> environment,
    Workspaces workspaces) {

  /** No address has a trailing slash; {@code gatewayUrl} is for claims that name none. */
  public record Server(URI apiUrl, URI staticBaseUrl, @Nullable URI gatewayUrl) {
    /** That with the usual addresses below the one of its API. */
    public static Server at(URI apiUrl) {
      String base = apiUrl.toString().replaceAll("/+$", "");
      return new Server(apiUrl, URI.create(base + "/static"), null);
    }
  }

  /**
   * A null outpost needs a session, which is served alone; a null acceptor id is the stored one.
   */
  public record Duty(
      @Nullable String outpost, @Nullable String session, @Nullable String acceptorId) {}

  /** Identities and sessions; remote binaries; the sessions' repositories. */
  public record Directories(Path data, Path cache, Path work) {}

  /**
   * Null {@code sha}: the latest, for entries that pin none; null port: a free one; the isolation
   * is that of all sessions.
   */
  public record Remote(@Nullable String sha, @Nullable Integer ptyBridgePort, Isolation isolation) {
    public static final Remote LATEST = new Remote(null, null, Isolation.NONE);
  }

  /** The defaults, for a worker inside another program. */
  public static WorkerSettings of(
      URI apiUrl, String token, String outpost, Path dataDirectory, Path workingDirectory) {
    return new WorkerSettings(
        Server.at(apiUrl),
        token,
        new Duty(outpost, null, null),
        false,
        new Directories(dataDirectory, dataDirectory.resolve("cache"), workingDirectory),
        Remote.LATEST,
        null,
        Duration.ofSeconds(5),
        Duration.ZERO,
        HookSettings.NONE,
        VariableAliases.given(),
        Workspaces.one(workingDirectory));
  }

  public WorkerSettings isolated(Isolation isolation) {
    return with(new Remote(remote.sha(), remote.ptyBridgePort(), isolation));
  }

  public WorkerSettings cachedIn(Path cache) {
    var others = new Directories(directories.data(), cache, directories.work());
    return with(others, pollInterval, workspaces);
  }

  public WorkerSettings polling(Duration interval) {
    return with(directories, interval, workspaces);
  }

  public WorkerSettings in(Workspaces others) {
    return with(directories, pollInterval, others);
  }

  /** As if the worker had this variable, too. */
  public WorkerSettings having(String variable, String value) {
    var all = new HashMap<>(environment);
    all.put(variable, value);
    return new WorkerSettings(
        server,
        token,
        duty,
        once,
        directories,
        remote,
        runAs,
        pollInterval,
        drainLimit,
        hooks,
        Map.copyOf(all),
        workspaces);
  }

  private WorkerSettings with(Remote other) {
    return new WorkerSettings(
        server,
        token,
        duty,
        once,
        directories,
        other,
        runAs,
        pollInterval,
        drainLimit,
        hooks,
        environment,
        workspaces);
  }

  private WorkerSettings with(Directories places, Duration interval, Workspaces spaces) {
    return new WorkerSettings(
        server,
        token,
        duty,
        once,
        places,
        remote,
        runAs,
        interval,
        drainLimit,
        hooks,
        environment,
        spaces);
  }

  /** A connect token for the session, to serve it without the queue; else null. */
  public @Nullable String sessionToken() {
    return duty.session() == null ? null : sessionToken(environment);
  }

  public static @Nullable String sessionToken(Map<String, String> environment) {
    var token = environment.getOrDefault("AGENT_REMOTE_SESSION_TOKEN", "").strip();
    return token.isEmpty() ? null : token;
  }

  public boolean servesUnenforcedPolicies() {
    return "true".equalsIgnoreCase(environment.get("AGENT_ALLOW_UNENFORCED_POLICY"));
  }

  @Override
  public String toString() {
    return "WorkerSettings[apiUrl=%s, outpost=%s, session=%s, dataDirectory=%s]"
        .formatted(server.apiUrl(), duty.outpost(), duty.session(), directories.data());
  }
}
