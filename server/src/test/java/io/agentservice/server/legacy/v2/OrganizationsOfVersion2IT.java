package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Organizations by version 2, and the groups that share a limit (api-legacy.md 4). */
class OrganizationsOfVersion2IT extends OnVersion2 {
  private static final String ALL = V2 + "organizations";
  private static final String GROUPS = V2 + "org-group-limits";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private String name;

  @BeforeEach
  void freshName() {
    name = "older " + COUNT.incrementAndGet();
  }

  private Reply create(String more) {
    return old.post(ALL, "{\"display_name\":\"%s\"%s}".formatted(name, more)).ok();
  }

  private static String one(Reply organization) {
    return ALL + "/" + organization.text("/org_id");
  }

  @Test
  void anOrganizationHasTheShapeOfItsTimeAndItsCreatorAdministersIt() {
    var made = create(",\"acu_limit\":5,\"max_session_acu_limit\":3");
    assertThat(made.text("/created_at")).matches(ISO);
    assertThat(made.body())
        .isEqualTo(
            """
            {"org_id":"%s","org_name":"%s","created_at":"%s","max_cycle_acu_limit":5,\
            "max_session_acu_limit":3,"org_admin_count":1,"org_member_count":0,"org_user_count":1}\
            """
                .formatted(made.text("/org_id"), name, made.text("/created_at")));
    assertThat(made.header("Deprecation")).isEqualTo("@1767225600");
    assertThat(old.get(one(made)).ok().body()).isEqualTo(made.body());
    var members = old.get(one(made) + "/members").ok();
    assertThat(members.each("/user_id")).containsExactly(boss.value());
    assertThat(members.each("/org_role")).containsExactly("org_admin");
    assertThat(members.each("/org_role_name")).containsExactly("Admin");
  }

  @Test
  void peopleAreCountedByWhetherTheyAdminister() {
    server.given().human(org, "org_admin");
    server.given().human(org, "org_member");
    var gone = server.given().human(org, "org_member");
    server.given().key(org, "org_member"); // of a service user
    server.given().update("UPDATE human SET deleted_at = now() WHERE user_id = ?", gone.value());
    server.given().human(org, "org_member");
    var counted = old.get(ALL + "/" + org).ok();
    assertThat(counted.at("/org_admin_count").intValue()).isEqualTo(1);
    assertThat(counted.at("/org_member_count").intValue()).isEqualTo(2);
    assertThat(counted.at("/org_user_count").intValue()).isEqualTo(3);
  }

  @Test
  void item71WithoutItsCreatorItHasNoMembers() {
    var made = create(",\"add_creator_as_member\":false");
    assertThat(made.at("/org_user_count").intValue()).isZero();
    assertThat(old.get(one(made) + "/members").ok().at("/items")).isEmpty();
    assertThat(made.text("/max_cycle_acu_limit")).isNull();
  }

  @Test
  void fieldsHaveTheNamesOfAllTimes() {
    var made = old.post(ALL, json("org_name", name, "max_cycle_acu_limit", 0)).ok();
    assertThat(made.text("/org_name")).isEqualTo(name);
    assertThat(made.at("/max_cycle_acu_limit").intValue()).isZero();
    var renamed = old.patch(one(made), json("name", name + "!")).ok();
    assertThat(renamed.text("/org_name")).isEqualTo(name + "!");
    old.post(ALL, json("name", "a", "org_name", "b")).invalid("body.org_name alias_conflict");
    old.patch(one(made), json("acu_limit", 1, "max_cycle_acu_limit", 2))
        .invalid("body.max_cycle_acu_limit alias_conflict");
  }

  @Test
  void aChangeChangesWhatItSaysAndNullLiftsALimit() {
    var made = create(",\"acu_limit\":5,\"max_session_acu_limit\":3");
    assertThat(old.patch(one(made), "{}").ok().body()).isEqualTo(made.body());
    var changed = old.patch(one(made), json("acu_limit", null, "max_session_acu_limit", 4)).ok();
    assertThat(changed.text("/max_cycle_acu_limit")).isNull();
    assertThat(changed.at("/max_session_acu_limit").intValue()).isEqualTo(4);
    assertThat(changed.text("/org_name")).isEqualTo(name);
    var version3 = server.admin().get(one(made).replace("/v2/", "/v3/")).ok();
    assertThat(version3.at("/max_session_acu_limit").intValue()).isEqualTo(4);
    assertThat(version3.text("/name")).isEqualTo(name);
  }

  @Test
  void aDeletedOneIsGone() {
    var made = create("");
    assertThat(old.delete(one(made)).ok().body()).isEqualTo(json("status", "success"));
    old.get(one(made)).refused(404, "organization_not_found");
    old.delete(one(made)).refused(404, "organization_not_found");
    old.patch(one(made), "{}").refused(404, "organization_not_found");
    create("");
  }

  @Test
  void theListIsPagedByWhatIsSkipped() {
    create("");
    var all = old.get(ALL).ok();
    assertThat(all.text("/items/0/org_name")).isEqualTo(name);
    assertThat(all.at("/items/0/org_admin_count").intValue()).isEqualTo(1);
    var page = old.get(ALL + "?skip=1&limit=1").ok();
    assertThat(page.each("/org_id")).isEqualTo(all.each("/org_id").subList(1, 2));
    assertThat(page.at("/total").intValue()).isEqualTo(all.at("/total").intValue());
    old.get(ALL + "?limit=201").invalid("query.limit too_large");
  }

  @Test
  void whatIsWrongIsSaid() {
    old.post(ALL, "{}").invalid("body.display_name missing");
    old.post(ALL, json("display_name", "", "acu_limit", -1, "max_session_acu_limit", 0))
        .invalid(
            "body.display_name too_short",
            "body.acu_limit too_small",
            "body.max_session_acu_limit too_small");
    var made = create("");
    old.post(ALL, json("display_name", name)).refused(409, "name_taken");
    old.patch(one(made), "{\"display_name\":null}").invalid("body.display_name missing");
  }

  @Test
  void item71GroupsThatAreNotSentAreDeleted() {
    String both =
        json(
            "groups",
            fields(
                "a",
                fields("org_ids", List.of(org), "max_cycle_acus", 9),
                "b",
                fields("org_ids", List.of())));
    assertThat(old.put(GROUPS, both).ok().at("/groups").size()).isEqualTo(2);
    String one = json("groups", fields("a", fields("org_ids", List.of(org), "max_cycle_acus", 9)));
    assertThat(old.put(GROUPS, one).ok().body()).isEqualTo(one);
    assertThat(old.get(GROUPS).ok().body()).isEqualTo(one);
    assertThat(server.admin().get("/v3/enterprise/org-group-limits").ok().body()).isEqualTo(one);
    old.put(GROUPS, "{}").invalid("body.groups missing");
    old.put(GROUPS, "{\"groups\":{}}").ok();
  }
}
