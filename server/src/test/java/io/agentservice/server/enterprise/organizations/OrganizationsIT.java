package io.agentservice.server.enterprise.organizations;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Organizations (api-enterprise.md 1; completions.md 12, item 57). */
class OrganizationsIT extends OnServer {
  private static final String ALL = "/v3/enterprise/organizations";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private ApiClient admin;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_DEFAULT_SESSION_ACU_LIMIT", "7");
  }

  @BeforeEach
  void administrator() {
    admin = server.admin();
  }

  private static String name() {
    return "org " + COUNT.incrementAndGet();
  }

  private Reply create(String name) {
    return admin.post(ALL, json("name", name)).ok();
  }

  private static String one(Reply organization) {
    return ALL + "/" + organization.text("/org_id");
  }

  @Test
  void item57AnOrganizationIsMadeReadChangedAndDeleted() {
    String name = name();
    var made = create(name);
    assertThat(made.text("/org_id")).startsWith("org-");
    assertThat(made.text("/name")).isEqualTo(name);
    assertThat(made.at("/max_session_acu_limit").intValue()).isEqualTo(7);
    assertThat(made.text("/max_cycle_acu_limit")).isNull();
    assertThat(admin.get(one(made)).ok().body()).isEqualTo(made.body());
    assertThat(admin.get(ALL).ok().each("/org_id")).first().isEqualTo(made.text("/org_id"));

    var limited =
        admin.patch(one(made), json("max_session_acu_limit", 3, "max_cycle_acu_limit", 0)).ok();
    assertThat(limited.at("/max_session_acu_limit").intValue()).isEqualTo(3);
    assertThat(limited.at("/max_cycle_acu_limit").intValue()).isZero();
    assertThat(limited.text("/name")).isEqualTo(name);
    var lifted =
        admin
            .patch(one(made), json("max_session_acu_limit", null, "max_cycle_acu_limit", null))
            .ok();
    assertThat(lifted.text("/max_session_acu_limit")).isNull();
    assertThat(lifted.text("/max_cycle_acu_limit")).isNull();

    assertThat(admin.delete(one(made)).ok().text("/name")).isEqualTo(name);
    admin.delete(one(made)).refused(404, "organization_not_found");
    admin.get(one(made)).refused(404, "organization_not_found");
    admin.patch(one(made), "{}").refused(404, "organization_not_found");
    assertThat(admin.get(ALL).ok().each("/org_id")).doesNotContain(made.text("/org_id"));
  }

  @Test
  void theSameChangeTwiceChangesNothing() {
    var made = create(name());
    server
        .given()
        .update(
            "UPDATE organization SET updated_at = now() - interval '1 day', created_at = now() - interval '1 day' WHERE org_id = ?",
            made.text("/org_id"));
    var before = admin.get(one(made)).ok();
    assertThat(admin.patch(one(made), "{}").ok().body()).isEqualTo(before.body());
    String change = json("name", name(), "max_cycle_acu_limit", 5);
    var after = admin.patch(one(made), change).ok();
    assertThat(after.at("/updated_at").longValue())
        .isGreaterThan(before.at("/updated_at").longValue());
    assertThat(admin.patch(one(made), change).ok().body()).isEqualTo(after.body());
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("update_org");
    assertThat(audit.orgId()).isEqualTo(made.text("/org_id"));
    assertThat(audit.data().at("/changes").toString()).isEqualTo("{}");
  }

  @Test
  void aNameIsOneOrganizationsUntilItIsDeleted() {
    String name = name();
    var first = create(name);
    var second = create(name());
    admin
        .post(ALL, json("name", name.toUpperCase(java.util.Locale.ROOT)))
        .refused(409, "name_taken");
    admin.patch(one(second), json("name", name)).refused(409, "name_taken");
    admin.patch(one(first), json("name", name)).ok();
    admin.delete(one(first)).ok();
    assertThat(create(name).text("/org_id")).isNotEqualTo(first.text("/org_id"));
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    admin.post(ALL, "{}").invalid("body.name missing");
    admin
        .post(ALL, json("name", "", "max_session_acu_limit", 0, "max_cycle_acu_limit", -1))
        .invalid(
            "body.name too_short",
            "body.max_session_acu_limit too_small",
            "body.max_cycle_acu_limit too_small");
    var made = create(name());
    admin
        .patch(one(made), json("name", null, "max_session_acu_limit", "5"))
        .invalid("body.name missing", "body.max_session_acu_limit type");
    assertThat(
            admin
                .post(ALL, json("name", name(), "max_session_acu_limit", null))
                .ok()
                .at("/max_session_acu_limit")
                .intValue())
        .isEqualTo(7);
  }

  @Test
  void aHumanWhoMakesOneBecomesItsAdministrator() {
    var human = server.given().human(null, "account_admin");
    var caller = server.as(server.given().personalToken(human));
    String id = caller.post(ALL, json("name", name())).ok().text("/org_id");
    String members = ALL + "/" + id + "/members/users";
    assertThat(admin.get(members).ok().each("/role_assignments/0/role/role_id"))
        .containsExactly("org_admin");
    String robots = create(name()).text("/org_id");
    assertThat(admin.get(ALL + "/" + robots + "/members/service-users").ok().at("/items"))
        .isEmpty();
  }

  @Test
  void onlyWhoManagesOrganizationsSeesThem() {
    var made = create(name());
    var other = server.as(server.given().accountKey("account_member"));
    other.get(ALL).refused(403, "permission_denied");
    other.post(ALL, "{}").refused(403, "permission_denied");
    other.get(one(made)).refused(404, "organization_not_found");
    var orgAdmin =
        server.as(
            server
                .given()
                .key(new io.agentservice.server.base.ids.OrgId(made.text("/org_id")), "org_admin"));
    assertThat(orgAdmin.get(one(made)).refused(403, "permission_denied").body())
        .contains("ManageOrganizations");
    orgAdmin.patch(one(made), "{}").refused(403, "permission_denied");
    orgAdmin.delete(one(made)).refused(403, "permission_denied");
  }

  @Test
  void aWalkShowsEachOnceWhileOthersComeAndGo() {
    var ours = List.of(create(name()), create(name()), create(name()));
    var seen = new java.util.ArrayList<String>();
    String after = "";
    do {
      var page = admin.get(ALL + "?first=1&after=" + after).ok();
      seen.addAll(page.each("/org_id"));
      after = page.text("/end_cursor");
      create(name());
    } while (after != null);
    assertThat(seen)
        .doesNotHaveDuplicates()
        .containsAll(ours.stream().map(reply -> reply.text("/org_id")).toList());
  }

  @Test
  void aRepetitionWithItsKeyMakesNoSecondOne() {
    var caller = admin.with("Idempotency-Key", "organization");
    String body = json("name", name());
    assertThat(caller.post(ALL, body).ok().body()).isEqualTo(caller.post(ALL, body).ok().body());
  }

  @Test
  void changesAtTheSameTimeFollowEachOther() throws Exception {
    var made = create(name());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Integer> sessions =
          () -> admin.patch(one(made), "{\"max_session_acu_limit\":9}").status();
      Callable<Integer> cycle =
          () -> admin.patch(one(made), "{\"max_cycle_acu_limit\":99}").status();
      for (var done : threads.invokeAll(List.of(sessions, cycle, sessions, cycle))) {
        assertThat(done.get()).isEqualTo(200);
      }
      String name = name();
      Callable<Integer> create = () -> admin.post(ALL, json("name", name)).status();
      var statuses = new java.util.ArrayList<Integer>();
      for (var done : threads.invokeAll(List.of(create, create, create))) {
        statuses.add(done.get());
      }
      assertThat(statuses).containsExactlyInAnyOrder(200, 409, 409);
    }
    var after = admin.get(one(made)).ok();
    assertThat(after.at("/max_session_acu_limit").intValue()).isEqualTo(9);
    assertThat(after.at("/max_cycle_acu_limit").intValue()).isEqualTo(99);
  }
}
