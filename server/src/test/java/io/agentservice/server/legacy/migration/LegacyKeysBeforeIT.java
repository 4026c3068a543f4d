package io.agentservice.server.legacy.migration;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnOrganization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Organizations that get no legacy keys any more: AGENT_LEGACY_KEYS_BEFORE (interface.md 9). */
class LegacyKeysBeforeIT extends OnOrganization {
  private static final String KEYS = "/v2/enterprise/api-keys";
  private static final String OWN_KEYS = "/v3beta1/self/api-keys";

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_LEGACY_KEYS_BEFORE", "2026-02-01");
  }

  private OrgId made(String time) {
    var made = server.given().organization();
    server
        .given()
        .update(
            "UPDATE organization SET created_at = ?::timestamptz WHERE org_id = ?",
            time,
            made.value());
    return made;
  }

  @Test
  void newOrganizationsGetNoLegacyKeysAndOlderOnesDo() {
    var human = server.given().human(null, "account_admin");
    var old = server.as(server.given().legacyKey(human, org));
    var own = server.as(server.given().personalToken(human));
    var before = made("2026-01-31T23:59:59Z");
    var since = made("2026-02-01T00:00:00Z");
    server.given().role(human, before, "org_member");
    server.given().role(human, since, "org_member");
    String ofOrg = json("org_id", "%s");
    String ofHuman = json("name", "k", "kind", "legacy", "org_id", "%s");

    old.post(KEYS, ofOrg.formatted(before)).ok();
    own.post(OWN_KEYS, ofHuman.formatted(before)).ok();
    var refused = old.post(KEYS, ofOrg.formatted(since));
    refused.invalid("body.org_id not_allowed");
    own.post(OWN_KEYS, ofHuman.formatted(since)).invalid("body.org_id not_allowed");

    assertThat(refused.text("/detail/0/msg"))
        .contains("2026-02-01", "service user", "personal token");
    own.post(OWN_KEYS, json("name", "token")).ok();
    var kept = server.as(server.given().legacyKey(null, since));
    kept.get("/v1/sessions").ok();
  }
}
