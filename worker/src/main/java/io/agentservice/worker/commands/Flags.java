package io.agentservice.worker.commands;

import io.agentservice.worker.settings.VariableAliases;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Environment variables and defaults of the flags (interface.md 10.1); an empty variable counts as
 * unset. A test compares docs/worker.md.
 */
public final class Flags implements IDefaultValueProvider {

  /** Variable of each flag that has one. */
  static final Map<String, String> VARIABLES =
      Map.ofEntries(
          Map.entry("--acceptor-id", "AGENT_WORKER_ACCEPTOR_ID"),
          Map.entry("--token", "AGENT_OUTPOSTS_TOKEN"),
          Map.entry("--api-url", "AGENT_API_URL"),
          Map.entry("--cache-dir", "AGENT_WORKER_CACHE_DIR"),
          Map.entry("--static-base-url", "AGENT_WORKER_STATIC_BASE_URL"),
          Map.entry("--gateway-url", "AGENT_OUTPOST_GATEWAY_URL"),
          Map.entry("--remote-binary-sha", "AGENT_WORKER_REMOTE_SHA"),
          Map.entry("--pty-bridge-port", "AGENT_PTY_BRIDGE_PORT"),
          Map.entry("--drain-secs", "AGENT_WORKER_DRAIN_SECS"),
          Map.entry("--pre-claim-hook", "AGENT_WORKER_PRE_CLAIM_HOOK"),
          Map.entry("--post-exit-hook", "AGENT_WORKER_POST_EXIT_HOOK"),
          Map.entry("--hook-timeout-secs", "AGENT_WORKER_HOOK_TIMEOUT_SECS"),
          Map.entry("--run-as", "AGENT_RUN_AS"),
          Map.entry("--sandbox", "AGENT_SANDBOX"),
          Map.entry("--sandbox-caches", "AGENT_SANDBOX_CACHES"),
          Map.entry("--sandbox-container-network", "AGENT_SANDBOX_CONTAINER_NETWORK"),
          Map.entry("--sandbox-image", "AGENT_SANDBOX_IMAGE"),
          Map.entry("--sandbox-limits", "AGENT_SANDBOX_LIMITS"),
          Map.entry("--sandbox-loopback", "AGENT_SANDBOX_LOOPBACK"),
          Map.entry("--sandbox-read", "AGENT_SANDBOX_READ"),
          Map.entry("--sandbox-write", "AGENT_SANDBOX_WRITE"),
          Map.entry("--health-port", "AGENT_WORKER_HEALTH_PORT"),
          Map.entry("--health-host", "AGENT_WORKER_HEALTH_HOST"),
          Map.entry("--data-dir", "AGENT_WORKER_HOME"));

  /** The variables that a worker's flags have. */
  public static Stream<String> variables() {
    return VARIABLES.values().stream();
  }

  /** Default of each flag that has one of its own; others follow from these. */
  static final Map<String, String> DEFAULTS =
      Map.of(
          "--api-url",
          "http://127.0.0.1:8080",
          "--poll-interval-secs",
          "5",
          "--drain-secs",
          "0",
          "--hook-timeout-secs",
          "30",
          "--health-port",
          "0",
          "--health-host",
          "127.0.0.1");

  private final Map<String, String> environment;

  public Flags() {
    this(VariableAliases.given());
  }

  Flags(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return null;
    }
    var variable = VARIABLES.get(option.longestName());
    var value = variable == null ? null : environment.get(variable);
    return value == null || value.isBlank() ? DEFAULTS.get(option.longestName()) : value.strip();
  }
}
