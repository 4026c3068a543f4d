package io.agentservice.server.enterprise.limits;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Limits by billing cycle over the API (api-enterprise.md 8 and 13; completions.md 12, items 12, 62
 * and 111).
 */
class AcuLimitsIT extends OnOrganization {
  private static final String LIMITS = "/v3/enterprise/consumption/acu-limits/agent";
  private static final String ALIAS = "/v3/enterprise/consumption/acu-limits/devin";
  private static final String GROUPS = "/v3/enterprise/org-group-limits";

  private ApiClient admin;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_CYCLE_ACU_LIMIT", "500", "AGENT_USER_CYCLE_ACU_LIMIT", "50");
  }

  @BeforeEach
  void administrator() {
    admin = server.admin();
    server.given().update("DELETE FROM acu_limit");
    server.given().update("DELETE FROM organization_group");
  }

  private String one(String all) {
    return all + "/organizations/" + org;
  }

  private static String acus(int acus) {
    return "{\"cycle_acu_limit\":%d}".formatted(acus);
  }

  @Test
  void item12AnAcuLimitIsSetReplacedListedAndRemovedInBothWords() {
    admin.delete(one(LIMITS)).refused(404, "acu_limit_not_found");
    assertThat(admin.put(one(LIMITS), acus(7)).status()).isEqualTo(204);
    assertThat(admin.put(one(ALIAS), acus(7)).status()).isEqualTo(204);
    assertThat(admin.put(one(LIMITS), acus(0)).status()).isEqualTo(204);
    var audit = server.given().lastAudit();
    assertThat(audit.orgId()).isEqualTo(org.value());
    assertThat(audit.data().at("/setting").asString()).isEqualTo("acu_limit");
    assertThat(audit.data().at("/changes/cycle_acu_limit/old").intValue()).isEqualTo(7);
    var list = admin.get(ALIAS).ok();
    assertThat(list.each("/scope")).containsExactly("enterprise", "user", "org");
    assertThat(list.each("/cycle_acu_limit")).containsExactly("500", "50", "0");
    assertThat(list.text("/items/2/org_id")).isEqualTo(org.value());
    assertThat(list.at("/total").intValue()).isEqualTo(3);
    assertThat(admin.get(LIMITS).ok().body()).isEqualTo(list.body());
    String after = admin.get(LIMITS + "?first=2").ok().text("/end_cursor");
    assertThat(admin.get(LIMITS + "?first=2&after=" + after).ok().each("/scope"))
        .containsExactly("org");
    assertThat(admin.delete(one(ALIAS)).status()).isEqualTo(204);
    admin.delete(one(LIMITS)).refused(404, "acu_limit_not_found");
    assertThat(admin.get(LIMITS).ok().each("/scope")).containsExactly("enterprise", "user");
  }

  @Test
  void everythingWrongWithAnAcuLimitIsTold() {
    admin.put(one(LIMITS), "{}").invalid("body.cycle_acu_limit missing");
    admin.put(one(LIMITS), "{\"cycle_acu_limit\":null}").invalid("body.cycle_acu_limit missing");
    admin.put(one(LIMITS), acus(-1)).invalid("body.cycle_acu_limit too_small");
    admin.put(one(LIMITS), json("cycle_acu_limit", "5")).invalid("body.cycle_acu_limit type");
    var orgAdmin = server.as(server.given().key(org, "org_admin"));
    orgAdmin.get(LIMITS).refused(403, "permission_denied");
    orgAdmin.put(one(LIMITS), "{}").refused(403, "permission_denied");
    orgAdmin.delete(one(LIMITS)).refused(403, "permission_denied");
    orgAdmin.get(GROUPS).refused(403, "permission_denied");
    orgAdmin.put(GROUPS, "{}").refused(403, "permission_denied");
  }

  private static String group(String name, Object acus, Object... orgs) {
    var ids = new StringBuilder();
    for (var id : orgs) {
      ids.append(ids.isEmpty() ? "" : ",").append('"').append(id).append('"');
    }
    return "\"%s\":{\"org_ids\":[%s],\"max_cycle_acus\":%s}".formatted(name, ids, acus);
  }

  private static String groups(String... groups) {
    return "{\"groups\":{" + String.join(",", groups) + "}}";
  }

  @Test
  void item62GroupsThatAreNotSentAreDeletedAndNoOrganizationIsInTwo() {
    var other = server.given().organization();
    assertThat(admin.get(GROUPS).ok().body()).isEqualTo(groups());
    String both = groups(group("a", 5, other, org), group("b", "null"));
    assertThat(admin.put(GROUPS, both).ok().body()).isEqualTo(both);
    assertThat(admin.put(GROUPS, both).ok().body()).isEqualTo(both);
    assertThat(admin.get(GROUPS).ok().body()).isEqualTo(both);
    var one = admin.put(GROUPS, json("groups", fields("b", fields("org_ids", List.of(org, org)))));
    assertThat(one.ok().body()).isEqualTo(groups(group("b", "null", org)));
    admin
        .put(GROUPS, groups(group("a", 1, org), group("b", -1, org, "org-unknown")))
        .invalid("body.groups.b.max_cycle_acus too_small");
    admin
        .put(GROUPS, groups(group("a", 1, org), group("b", 1, org, "org-unknown")))
        .invalid("body.groups.b.org_ids.0 duplicate", "body.groups.b.org_ids.1 unknown_reference");
    admin
        .put(
            GROUPS,
            "{\"groups\":{\"\":{\"org_ids\":7},\"x\":5,\"y\":{\"max_cycle_acus\":1.5},\"z\":{\"org_ids\":[1]}}}")
        .invalid(
            "body.groups. too_short",
            "body.groups..org_ids type",
            "body.groups.x type",
            "body.groups.y.org_ids missing",
            "body.groups.y.max_cycle_acus type",
            "body.groups.z.org_ids.0 type");
    admin.put(GROUPS, "{}").invalid("body.groups missing");
    admin.put(GROUPS, "{\"groups\":[]}").invalid("body.groups type");
    assertThat(admin.get(GROUPS).ok().body()).isEqualTo(groups(group("b", "null", org)));
    assertThat(admin.put(GROUPS, groups()).ok().body()).isEqualTo(groups());
  }

  @Test
  void item111ADeletedOrganizationLeavesItsGroupAndItsLimit() {
    admin.put(GROUPS, groups(group("a", 5, org))).ok();
    admin.put(one(LIMITS), acus(7));
    admin.delete("/v3/enterprise/organizations/" + org).ok();
    assertThat(admin.get(GROUPS).ok().body()).isEqualTo(groups(group("a", 5)));
    assertThat(admin.get(LIMITS).ok().each("/scope")).doesNotContain("org");
    admin
        .put(GROUPS, groups(group("a", 5, org)))
        .invalid("body.groups.a.org_ids.0 unknown_reference");
  }

  @Test
  void item62SwitchedOffTheGroupsAreNotThere() {
    try (var off = TestServer.start(Map.of("AGENT_FEATURES", "legacy"))) {
      off.admin().get(GROUPS).refused(404, "feature_disabled");
      off.admin().put(GROUPS, groups()).refused(404, "feature_disabled");
      off.admin().get(LIMITS).ok();
    }
  }
}
