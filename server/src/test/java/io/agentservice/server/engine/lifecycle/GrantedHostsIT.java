package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hosts that people have allowed a session beyond its network policy. */
class GrantedHostsIT extends OnLifecycle {
  private static final List<Map<String, String>> ALLOW =
      List.of(Map.of("hostname", "*.example.com"));

  @BeforeEach
  void restricted() {
    admin
        .put(
            "/v3/enterprise/organizations/" + org + "/network-policy",
            json("enabled", true, "allow", ALLOW))
        .ok();
  }

  private boolean grant(String id, String host) {
    return turns.answer(new SessionId(id), tenure(id), turn -> turn.allow(host));
  }

  private List<String> allowed(String id) {
    return admin.get(AGENTS + "/" + id).ok().each("/spec/network_policy/allow", "/hostname");
  }

  @Test
  void itsWorkerFindsTheHostInTheEntryAndOtherSessionsDoNot() {
    String id = running();
    String other = running();
    var before = admin.get(AGENTS + "/" + id).ok();

    assertThat(grant(id, "asked.test")).isTrue();

    var after = admin.get(AGENTS + "/" + id).ok();
    assertThat(allowed(id)).containsExactly("*.example.com", "asked.test");
    assertThat(allowed(other)).containsExactly("*.example.com");
    assertThat(after.at("/status")).isEqualTo(before.at("/status"));
  }

  @Test
  void watchersAreTold() {
    String id = running();
    long before = position(id);
    grant(id, "asked.test");
    assertThat(position(id)).isGreaterThan(before);
  }

  private long position(String id) {
    return server.given().number("SELECT position FROM queue_entry WHERE session_id = ?", id);
  }

  @Test
  void twiceIsAsOnce() {
    String id = running();
    grant(id, "asked.test");
    grant(id, "asked.test");
    assertThat(allowed(id)).containsExactly("*.example.com", "asked.test");
  }

  @Test
  void itIsStillAllowedWhenTheSessionWakesAndTheOrganizationsPolicyHasChanged() {
    String id = running();
    grant(id, "asked.test");
    turn(id, turn -> turn.suspend("internal", "The service failed"));
    act(admin, id, "release", "w");
    admin
        .put(
            "/v3/enterprise/organizations/" + org + "/network-policy",
            json("enabled", true, "allow", List.of(Map.of("ipv4", "10.0.0.0/8"))))
        .ok();

    admin.post(one(id) + "/messages", json("message", "go on")).ok();

    assertThat(admin.get(AGENTS + "/" + id).ok().at("/spec/network_policy/allow").toString())
        .isEqualTo("[{\"ipv4\":\"10.0.0.0/8\"},{\"hostname\":\"asked.test\"}]");
    assertThat(allowed(session())).doesNotContain("asked.test");
  }

  @Test
  void whatTheServiceReadsForTheSessionGoesByItToo() {
    String id = running();
    grant(id, "asked.test");
    var policies = new NetworkPolicies(database, "{\"enabled\":false,\"allow\":[]}");
    assertThat(policies.hosts(org, new SessionId(id)).allows("asked.test")).isTrue();
    assertThat(policies.hosts(org, new SessionId(id)).allows("other.test")).isFalse();
    assertThat(policies.hosts(org).allows("asked.test")).isFalse();
    assertThat(policies.restricts(new SessionId(id))).isTrue();
  }

  @Test
  void fiftyAreEnough() {
    String id = running();
    for (int i = 0; i < 50; i++) {
      assertThat(grant(id, "h%d.test".formatted(i))).isTrue();
    }
    assertThat(grant(id, "one-more.test")).isFalse();
    assertThat(grant(id, "h7.test")).isTrue();
    assertThat(allowed(id)).hasSize(51).doesNotContain("one-more.test");
  }

  @Test
  void aSessionWithoutAPolicyIsNotOneThatAsks() {
    admin.delete("/v3/enterprise/organizations/" + org + "/network-policy").ok();
    var policies = new NetworkPolicies(database, "{\"enabled\":false,\"allow\":[]}");
    assertThat(policies.restricts(new SessionId(running()))).isFalse();
  }
}
