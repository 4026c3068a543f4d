package io.agentservice.worker;

import io.agentservice.worker.process.RunAs;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a worker is told (interface.md 10.1).
 *
 * @param token of a principal with the machine scope
 * @param once end after one session
 * @param runAs whom remotes run as, with all they start; null: as the worker
 * @param pollInterval between queue polls and status checks
 * @param drainLimit how long a session may go on after {@link Worker#stop}; zero: not at all
 * @param hooks the operator's own programs
 * @param environment of the worker: what remotes inherit of it is chosen from this
 * @param workspaces where in or beside the working directory each session works
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

  /**
   * Where the service is reached; no address has a trailing slash.
   *
   * @param apiUrl {base_url}
   * @param staticBaseUrl {static_url}
   * @param gatewayUrl used when a claim names no gateway
   */
  public record Server(URI apiUrl, URI staticBaseUrl, @Nullable URI gatewayUrl) {
    /** That with the usual addresses below the one of its API. */
    public static Server at(URI apiUrl) {
      String base = apiUrl.toString().replaceAll("/+$", "");
      return new Server(apiUrl, URI.create(base + "/static"), null);
    }
  }

  /**
   * What is served, and by which name.
   *
   * @param outpost id or name; null only with {@code session}
   * @param session serve this one, then end; null for whatever the outpost has
   * @param acceptorId null for the stored one
   */
  public record Duty(
      @Nullable String outpost, @Nullable String session, @Nullable String acceptorId) {}

  /**
   * What lies where.
   *
   * @param data identities and sessions
   * @param cache remote binaries
   * @param work working directory of the remotes: holds the sessions' repositories
   */
  public record Directories(Path data, Path cache, Path work) {}

  /**
   * Which remotes are started, and how.
   *
   * @param sha used when an entry pins no version; null for the latest published
   * @param ptyBridgePort null lets each take a free one
   */
  public record Remote(@Nullable String sha, @Nullable Integer ptyBridgePort) {
    /** The latest one, on a free port. */
    public static final Remote LATEST = new Remote(null, null);
  }

  /** The defaults around what cannot be defaulted, for a worker inside another program. */
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
        Spellings.of(System.getenv()),
        Workspaces.one(workingDirectory));
  }

  /** The same with its remotes' binaries there. */
  public WorkerSettings cachedIn(Path cache) {
    return new WorkerSettings(
        server,
        token,
        duty,
        once,
        new Directories(directories.data(), cache, directories.work()),
        remote,
        runAs,
        pollInterval,
        drainLimit,
        hooks,
        environment,
        workspaces);
  }

  /** The same at another pace. */
  public WorkerSettings polling(Duration interval) {
    return new WorkerSettings(
        server,
        token,
        duty,
        once,
        directories,
        remote,
        runAs,
        interval,
        drainLimit,
        hooks,
        environment,
        workspaces);
  }

  /** The same where each session works elsewhere. */
  public WorkerSettings in(Workspaces others) {
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
        environment,
        others);
  }

  /** A connect token for the session, which is then served without the queue; null without one. */
  public @Nullable String sessionToken() {
    return duty.session() == null ? null : sessionToken(environment);
  }

  /** That of an environment. */
  public static @Nullable String sessionToken(Map<String, String> environment) {
    var token = environment.getOrDefault("AGENT_REMOTE_SESSION_TOKEN", "").strip();
    return token.isEmpty() ? null : token;
  }

  /** True when sessions are served whose network policy restricts them, although nothing does. */
  public boolean servesUnenforcedPolicies() {
    return "true".equalsIgnoreCase(environment.get("AGENT_ALLOW_UNENFORCED_POLICY"));
  }

  /** Never shows the token or the environment. */
  @Override
  public String toString() {
    return "WorkerSettings[apiUrl=%s, outpost=%s, session=%s, dataDirectory=%s]"
        .formatted(server.apiUrl(), duty.outpost(), duty.session(), directories.data());
  }
}
