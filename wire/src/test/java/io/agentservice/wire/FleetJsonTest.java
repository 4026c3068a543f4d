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
  void unknownFieldsOfANewerServerAreIgnored() {
    var json = FleetJson.ENTRY.toJson(ENTRY).replaceFirst("\\{", "{\"future\":{\"x\":[1]},");
    assertThat(FleetJson.ENTRY.fromJson(json)).isEqualTo(ENTRY);
  }

  @Test
  void connectTokenIsNotInTheTextOfAStatus() {
    var status = new QueueEntry.Status("claimed", "w", 1L, "pending", "agc_secret", "ws://x");
    assertThat(status.toString()).doesNotContain("agc_secret");
  }
}
