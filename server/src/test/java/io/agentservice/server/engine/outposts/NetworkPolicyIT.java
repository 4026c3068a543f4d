package io.agentservice.server.engine.outposts;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What sessions of an organization may reach, and where machines and the service learn of it. */
class NetworkPolicyIT extends OnOutpost {
  private static final List<Map<String, String>> ALLOW =
      List.of(
          Map.of("hostname", "*.example.com"),
          Map.of("ipv4", "10.0.0.0/8"),
          Map.of("ipv6", "fd00::/8"));

  private String path;

  @BeforeEach
  void path() {
    path = "/v3/enterprise/organizations/" + org + "/network-policy";
  }

  private String policyOfANewSession() {
    var id = admin.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    return admin.get("/opbeta/outposts/agents/" + id).ok().at("/spec/network_policy").toString();
  }

  @Test
  void itIsThatOfTheInstallationUntilOneIsSaid() {
    var usual = admin.get(path).ok();
    assertThat(usual.text("/source")).isEqualTo("installation");
    assertThat(usual.at("/enabled").booleanValue()).isFalse();

    var said = admin.put(path, json("enabled", true, "allow", ALLOW)).ok();
    assertThat(said.text("/source")).isEqualTo("organization");
    assertThat(said.at("/allow/0/hostname").asString()).isEqualTo("*.example.com");
    assertThat(admin.get(path).ok().body()).isEqualTo(said.body());

    assertThat(admin.delete(path).ok().body()).isEqualTo(usual.body());
    assertThat(server.given().audit(org))
        .filteredOn(record -> record.data().toString().contains("network_policy"))
        .hasSize(2);
  }

  @Test
  void machinesAreToldThatOfTheSessionsOrganization() {
    String usual = policyOfANewSession();
    admin.put(path, json("enabled", true, "allow", ALLOW)).ok();
    assertThat(policyOfANewSession())
        .contains("\"enabled\":true", "\"hostname\":\"*.example.com\"", "\"ipv6\":\"fd00::/8\"");
    admin.delete(path).ok();
    assertThat(policyOfANewSession()).isEqualTo(usual);
  }

  @Test
  void theServiceAsksInTheNameOfTheOrganizationWhereItMayOnly() {
    var elsewhere = server.given().organization();
    admin.put(path, json("enabled", true, "allow", ALLOW)).ok();

    try (var database = server.openDatabase()) {
      var policies = new NetworkPolicies(database, "{\"enabled\":false,\"allow\":[]}");
      assertThat(policies.hosts(org).allows("docs.example.com")).isTrue();
      assertThat(policies.hosts(org).allows("example.org")).isFalse();
      assertThat(policies.hosts(elsewhere).allows("example.org")).isTrue();
    }
  }

  @Test
  void everythingThatIsWrongIsTold() {
    admin.put(path, "{}").invalid("body.enabled missing", "body.allow missing");
    admin
        .put(path, json("enabled", "yes", "allow", "all"))
        .invalid("body.enabled type", "body.allow type");
    admin
        .put(
            path,
            json(
                "enabled",
                true,
                "allow",
                List.of(
                    Map.of("hostname", "https://example.com/"),
                    Map.of("ipv4", "10.0.0.0/33"),
                    Map.of("ipv4", "fd00::1"),
                    Map.of("ipv6", "10.0.0.1"),
                    Map.of("ipv6", 7),
                    Map.of("port", "80"),
                    Map.of(),
                    Map.of("ipv4", "10.0.0.1", "hostname", "a"),
                    "a",
                    Map.of("hostname", "example.com:443"),
                    Map.of("ipv6", "::ffff:10.0.0.1"),
                    Map.of("ipv4", "10.0.0.01"),
                    Map.of("hostname", "*a*a*.example.com"))))
        .invalid(
            "body.allow.0.hostname format",
            "body.allow.1.ipv4 format",
            "body.allow.2.ipv4 format",
            "body.allow.3.ipv6 format",
            "body.allow.4.ipv6 type",
            "body.allow.5 format",
            "body.allow.6 format",
            "body.allow.7 format",
            "body.allow.8 format",
            "body.allow.9.hostname format",
            "body.allow.10.ipv6 format",
            "body.allow.11.ipv4 format",
            "body.allow.12.hostname format");
    var many = Collections.nCopies(501, Map.of("hostname", "a"));
    admin.put(path, json("enabled", true, "allow", many)).invalid("body.allow too_long");
    var large = Collections.nCopies(100, Map.of("hostname", "a".repeat(200)));
    admin.put(path, json("enabled", true, "allow", large)).invalid("body.allow too_long");
    var most = Collections.nCopies(500, Map.of("hostname", "a"));
    admin.put(path, json("enabled", true, "allow", most)).ok();
    assertThat(policyOfANewSession()).contains("\"hostname\":\"a\"");
  }

  @Test
  void whoRunsTheOrganizationAloneMayNotOpenIt() {
    var owner = server.as(server.given().key(org, "org_admin"));
    owner.put(path, json("enabled", false, "allow", List.of())).refused(403, "permission_denied");
    owner.delete(path).refused(403, "permission_denied");
  }
}
