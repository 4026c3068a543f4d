package io.agentservice.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.QueueEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetJsonTest {
  private static final QueueEntry ENTRY =
      new QueueEntry(
          new QueueEntry.Metadata("agent-1", "outpost_env-1", 1766000000, 1766000003),
          new QueueEntry.Spec(
              "new",
              "linux",
              null,
              new QueueEntry.NetworkPolicy(
                  true, List.of(new QueueEntry.Allow("*.example.com", null, null)))),
          new QueueEntry.Status("pending", null, null, "pending", null, null));

  @Test
  void entryIsWrittenWithEveryFieldAndUnknownOnesNull() {
    assertThat(FleetJson.ENTRY.toJson(ENTRY))
        .contains(
            "\"session_id\":\"agent-1\"", "\"remote_binary_sha\":null", "\"connect_token\":null");
  }

  @Test
  void entryIsReadAsItWasWritten() {
    assertThat(FleetJson.ENTRY.fromJson(FleetJson.ENTRY.toJson(ENTRY))).isEqualTo(ENTRY);
  }

  @Test
  void anAllowedDestinationIsWrittenWithItsOneField() {
    var policy =
        new QueueEntry.NetworkPolicy(
            true,
            List.of(
                new QueueEntry.Allow("*.example.com", null, null),
                new QueueEntry.Allow(null, "10.0.0.0/8", null),
                new QueueEntry.Allow(null, null, "fd00::/8")));
    var spec = new QueueEntry.Spec("new", "linux", null, policy);
    var entry = new QueueEntry(ENTRY.metadata(), spec, ENTRY.status());
    assertThat(FleetJson.ENTRY.toJson(entry))
        .contains(
            """
            "allow":[{"hostname":"*.example.com"},{"ipv4":"10.0.0.0/8"},{"ipv6":"fd00::/8"}]\
            """);
    assertThat(FleetJson.ENTRY.fromJson(FleetJson.ENTRY.toJson(entry))).isEqualTo(entry);
  }

  @Test
  void nullsOfAnAllowedDestinationAreRead() {
    var json =
        FleetJson.ENTRY
            .toJson(ENTRY)
            .replace(
                "{\"hostname\":\"*.example.com\"}",
                "{\"hostname\":\"*.example.com\",\"ipv4\":null,\"ipv6\":null,\"new\":[1]}");
    assertThat(FleetJson.ENTRY.fromJson(json)).isEqualTo(ENTRY);
  }

  @Test
  void unknownFieldsOfANewerServerAreIgnored() {
    var json = FleetJson.ENTRY.toJson(ENTRY).replaceFirst("\\{", "{\"future\":{\"x\":[1]},");
    assertThat(FleetJson.ENTRY.fromJson(json)).isEqualTo(ENTRY);
  }

  @Test
  void connectTokenIsNotInTheTextOfAStatus() {
    var status = new QueueEntry.Status("claimed", "w", 1L, "pending", "agc_secret", "ws://x");
    assertThat(status.toString()).contains("claimed").doesNotContain("agc_secret");
  }
}
