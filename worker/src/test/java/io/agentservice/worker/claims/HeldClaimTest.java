package io.agentservice.worker.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.ScriptedApi;
import io.agentservice.worker.claims.HeldClaim.Renewal;
import io.agentservice.worker.loop.Stop;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A claim, its looks and its renewals. */
class HeldClaimTest {
  private static final String ME = "w-1";

  private final ScriptedApi api = new ScriptedApi();
  private AgentClient client;
  private HeldClaim claim;

  HeldClaimTest() throws IOException {}

  @BeforeEach
  void open() {
    client = new AgentClient(ClientSettings.of(api.uri(), "agt_token"));
    var releases = new Releases(client, _ -> {});
    claim =
        new HeldClaim(
            new Acceptor(ME, client.fleet(), releases, new Stop(), _ -> {}, null), granted());
    api.claim(granted());
  }

  @AfterEach
  void close() {
    client.close();
    api.close();
  }

  private static QueueEntry granted() {
    return entry("claimed", ME, "agc_secret");
  }

  private static QueueEntry entry(String phase, String acceptor, String token) {
    long now = Instant.now().getEpochSecond();
    return new QueueEntry(
        new QueueEntry.Metadata("agent-0199", ScriptedApi.OUTPOST, now, now),
        new QueueEntry.Spec("resume", "linux", null, QueueEntry.NetworkPolicy.UNRESTRICTED),
        new QueueEntry.Status(
            phase,
            acceptor,
            acceptor == null ? null : now + 300,
            "pending",
            token,
            token == null ? null : "ws://127.0.0.1:1/gateway"));
  }

  @Test
  void whatALookHasSeenLostIsNotClaimedAgain() {
    api.entry(entry("pending", null, null));
    assertThat(claim.read()).hasValueSatisfying(now -> assertThat(claim.isOurs(now)).isFalse());

    assertThat(claim.renew()).isEqualTo(Renewal.LOST);
    assertThat(api.requests).noneMatch(request -> request.endsWith("/claim"));
  }

  @Test
  void whatIsStillOursIsRenewed() {
    api.entry(entry("claimed", ME, null));
    assertThat(claim.read()).hasValueSatisfying(now -> assertThat(claim.isOurs(now)).isTrue());

    assertThat(claim.renew()).isEqualTo(Renewal.RENEWED);
  }
}
