package io.agentservice.server.base.settings;

import io.agentservice.server.base.settings.reading.SettingReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Queue, claims, watches, remotes. {@code binarySha} null: the latest that the server publishes.
 */
public record FleetSettings(
    int claimSeconds,
    int graceSeconds,
    Duration gatewaySilence,
    Duration watchLongest,
    Duration watchKeepalive,
    int tombstoneDays,
    int maxDeliveries,
    int stallSeconds,
    @Nullable String binarySha,
    @Nullable Path binaries,
    String networkPolicy,
    QueueLevels queueLevels) {
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{6,40}");

  static FleetSettings read(SettingReader r) {
    var binaries =
        r.path(
            "AGENT_REMOTE_BINARIES",
            "of the installation",
            "Directory of the remote binaries to publish");
    return new FleetSettings(
        r.integer(
            "AGENT_CLAIM_TTL_SECONDS",
            1,
            86_400,
            300,
            "How long a claim holds without a connected remote"),
        r.integer(
            "AGENT_CONNECTION_GRACE_SECONDS",
            1,
            86_400,
            60,
            "How long a remote may be gone before its session is queued again;"
                + " remotes are told and give up as soon"),
        Duration.ofSeconds(
            r.integer(
                "AGENT_GATEWAY_SILENCE_SECONDS",
                3,
                3600,
                15,
                "How long a remote and its server may hear nothing of each other before the connection"
                    + " counts as lost, at both ends")),
        Duration.ofSeconds(
            r.integer("AGENT_WATCH_MAX_SECONDS", 1, 3600, 300, "Longest time of a watch stream")),
        Duration.ofSeconds(
            r.integer(
                "AGENT_WATCH_KEEPALIVE_SECONDS",
                1,
                3600,
                15,
                "Quiet time before a stream sends a comment")),
        r.integer(
            "AGENT_TOMBSTONE_DAYS",
            0,
            3650,
            7,
            "How long removed queue entries are kept for watchers"),
        r.integer(
            "AGENT_MAX_DELIVERIES",
            0,
            1_000_000,
            10,
            "Claims without a connection before a session gives up; 0: never"),
        stallSeconds(r),
        binarySha(r),
        binaries,
        networkPolicy(r),
        QueueLevels.read(r));
  }

  private static int stallSeconds(SettingReader r) {
    return r.reloadable()
        .integer(
            "AGENT_STALL_SECONDS",
            0,
            86_400,
            120,
            "Time without an event, and without a wait that has a name, after which a session's log says"
                + " why nothing happens; 0: never");
  }

  private static String networkPolicy(SettingReader r) {
    String policy =
        r.text(
            "AGENT_NETWORK_POLICY",
            "{\"enabled\":false,\"allow\":[]}",
            "{\"enabled\":false,\"allow\":[]}",
            "spec.network_policy of queue entries, of organizations without a policy of their own");
    String fault = NetworkPolicySetting.fault(policy);
    if (fault != null) {
      r.error("AGENT_NETWORK_POLICY " + fault);
    }
    return policy;
  }

  private static @Nullable String binarySha(SettingReader r) {
    String sha =
        r.text(
            "AGENT_REMOTE_BINARY_SHA",
            "the latest published",
            "spec.remote_binary_sha of queue entries");
    if (sha != null && !SHA.matcher(sha).matches()) {
      r.error("AGENT_REMOTE_BINARY_SHA must be 6 to 40 hexadecimal digits");
    }
    return sha;
  }
}
