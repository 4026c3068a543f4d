package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Humans by version 2 (api-legacy.md 4). */
class MembersOfVersion2IT extends OnVersion2 {
  private static final String ALL = V2 + "members";

  @Test
  void aMemberHasTheShapeOfHisTime() {
    var human = server.given().human(org, "org_member");
    server
        .given()
        .update(
            "UPDATE human SET email = ?, name = 'Ann' WHERE user_id = ?",
            human + "@b.example",
            human.value());
    server.as(server.given().personalToken(human)).post(path("sessions"), json("prompt", "p")).ok();
    var shown = old.get(ALL + "/" + human).ok();
    assertThat(shown.text("/user_id")).isEqualTo(human.value());
    assertThat(shown.text("/email")).isEqualTo(human + "@b.example");
    assertThat(shown.text("/name")).isEqualTo("Ann");
    assertThat(shown.text("/enterprise_role")).isEqualTo("account_member");
    assertThat(shown.text("/created_at")).matches(ISO);
    assertThat(shown.at("/sessions_created_count").intValue()).isEqualTo(1);
    assertThat(shown.at("/searches_created_count").intValue()).isZero();
    var found =
        old.get(ALL + "?email=" + human.value().replace("user", "USER") + "@B.example").ok();
    assertThat(found.at("/items").size()).isEqualTo(1);
    assertThat(found.at("/items/0").toString()).isEqualTo(shown.body());
  }

  @Test
  void hisSearchesAreCounted() {
    server
        .given()
        .update(
            """
            CREATE TABLE searched (search_id text, account_id text, org_id text, user_id text, service_user_id text,
                                   session_id text, created_at timestamptz)
            """);
    server.given().update("CREATE OR REPLACE VIEW search_made AS SELECT * FROM searched");
    for (int i = 0; i < 2; i++) {
      server
          .given()
          .update(
              "INSERT INTO searched SELECT 'search-1', account_id, ?, ?, NULL, NULL, now() FROM account",
              org.value(),
              boss.value());
    }
    assertThat(old.get(ALL + "/" + boss).ok().at("/searches_created_count").intValue())
        .isEqualTo(2);
  }

  @Test
  void whoHasNoAddressGetsOneThatLeadsNowhere() {
    var shown = old.get(ALL + "/" + boss).ok();
    assertThat(shown.text("/email")).isEqualTo(boss + "@users.invalid");
    assertThat(shown.text("/enterprise_role")).isEqualTo("account_admin");
    assertThat(old.get(ALL + "?limit=1").ok().text("/items/0/user_id")).isEqualTo(boss.value());
    old.get(ALL + "/user-" + "0".repeat(32)).refused(404, "user_not_found");
  }

  @Test
  void theListIsPagedByWhatIsSkipped() {
    server.given().human(org, "org_member");
    var all = old.get(ALL).ok().each("/user_id");
    assertThat(old.get(ALL + "?skip=1&limit=1").ok().each("/user_id")).isEqualTo(all.subList(1, 2));
    assertThat(old.get(ALL + "?skip=1000").ok().at("/total").intValue()).isEqualTo(all.size());
  }

  @Test
  void peopleAreLetIntoAnOrganizationAndTakenOut() {
    var one = server.given().human(null, "account_member");
    var two = server.given().human(null, "account_member");
    String body = json("user_ids", List.of(one, two));
    var added = old.post(ofOrg("members"), body).ok();
    assertThat(added.each("", "/user_id")).containsExactly(one.value(), two.value());
    assertThat(added.text("/0/org_id")).isEqualTo(org.value());
    assertThat(added.text("/0/org_name")).isNotEmpty();
    assertThat(added.text("/0/org_role")).isEqualTo("org_member");
    assertThat(added.text("/0/org_role_name")).isEqualTo("Member");
    assertThat(added.text("/0/enterprise_role")).isEqualTo("account_member");
    var list = old.get(ofOrg("members")).ok();
    assertThat(list.each("/user_id")).containsExactlyInAnyOrder(one.value(), two.value());
    assertThat(list.at("/total").intValue()).isEqualTo(2);
    assertThat(old.delete(ofOrg("members/" + one)).ok().body())
        .isEqualTo(json("status", "success"));
    old.delete(ofOrg("members/" + one)).refused(404, "user_not_found");
    assertThat(old.get(ofOrg("members")).ok().each("/user_id")).containsExactly(two.value());
  }

  @Test
  void peopleAreLetInTogetherOrNotAtAll() {
    var human = server.given().human(null, "account_member");
    String unknown = "user-" + "0".repeat(32);
    old.post(ofOrg("members"), json("user_ids", List.of(human, unknown)))
        .invalid("body.user_ids.1 unknown_reference");
    assertThat(old.get(ofOrg("members")).ok().each("/user_id")).isEmpty();
    String body = json("user_ids", List.of(human), "org_role", "org_admin");
    assertThat(old.post(ofOrg("members"), body).ok().text("/0/org_role")).isEqualTo("org_admin");
    old.post(ofOrg("members"), body).refused(409, "already_member");
    old.post(ofOrg("members"), "{\"org_role\":1}")
        .invalid("body.user_ids missing", "body.org_role type");
    old.post(ofOrg("members"), body.replace("org_admin", "account_admin"))
        .invalid("body.org_role not_allowed");
  }

  @Test
  void anUnknownOrganizationIsUnknown() {
    for (String id : List.of("org-" + "0".repeat(32), "x")) {
      old.get(V2 + "organizations/" + id + "/members").refused(404, "organization_not_found");
    }
  }
}
