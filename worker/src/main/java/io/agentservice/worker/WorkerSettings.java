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
 * @param apiUrl {base_url}
 * @param token of a principal with the machine scope
 * @param outpost id or name; null only with {@code session}
 * @param session serve this one, then end; null for whatever the outpost has
 * @param acceptorId null for the stored one
 * @param once end after one session
 * @param dataDirectory identities and sessions
 * @param cacheDirectory remote binaries
 * @param staticBaseUrl {static_url}, without a trailing slash
 * @param gatewayUrl used when a claim names no gateway
 * @param remoteSha used when an entry pins no version; null for the latest published
 * @param ptyBridgePort null lets each remote take a free one
 * @param pollInterval between queue polls and status checks
 * @param drainLimit how long a session may go on after {@link Worker#stop}; zero: not at all
 * @param hooks the operator's own programs
 * @param workingDirectory of the remotes: holds the sessions' repositories
 * @param runAs whom remotes run as, with all they start; null: as the worker
 * @param environment of the worker: what remotes inherit of it is chosen from this
 */
public record WorkerSettings(
    URI apiUrl,
    String token,
    @Nullable String outpost,
    @Nullable String session,
    @Nullable String acceptorId,
    boolean once,
    Path dataDirectory,
    Path cacheDirectory,
    URI staticBaseUrl,
    @Nullable URI gatewayUrl,
    @Nullable String remoteSha,
    @Nullable Integer ptyBridgePort,
    Duration pollInterval,
    Duration drainLimit,
    HookSettings hooks,
    Path workingDirectory,
    @Nullable RunAs runAs,
    Map<String, String> environment) {

  /** The defaults around what cannot be defaulted, for a worker inside another program. */
  public static WorkerSettings of(
      URI apiUrl, String token, String outpost, Path dataDirectory, Path workingDirectory) {
    return new WorkerSettings(
        apiUrl,
        token,
        outpost,
        null,
        null,
        false,
        dataDirectory,
        dataDirectory.resolve("cache"),
        URI.create(apiUrl.toString().replaceAll("/+$", "") + "/static"),
        null,
        null,
        null,
        Duration.ofSeconds(5),
        Duration.ZERO,
        HookSettings.NONE,
        workingDirectory,
        null,
        Spellings.of(System.getenv()));
  }

  /** A connect token for the session, which is then served without the queue; null without one. */
  public @Nullable String sessionToken() {
    return session == null ? null : sessionToken(environment);
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
        .formatted(apiUrl, outpost, session, dataDirectory);
  }
}
