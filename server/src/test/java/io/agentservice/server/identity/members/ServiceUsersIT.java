package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Provisioning, keys and roles of service users (api-enterprise.md 2, 4; api-org.md 10). */
class ServiceUsersIT extends OnMembers {
  private static final String PROVISION = "/v3beta1/enterprise/service-users";
  private static final long FAR = 4_000_000_000L;

  private int made;

  private String body(String role) {
    return json("name", "robot-" + ++made + "-" + org, "role_id", role, "ttl_seconds", 600);
  }

  private Reply provision(String role) {
    return admin.post(PROVISION, body(role)).ok();
  }

  private Reply provisionInOrg(String role) {
    return admin.post(path("service-users"), body(role)).ok();
  }

  private static String id(Reply provisioned) {
    return provisioned.text("/service_user/service_user_id");
  }

  private static String keys(Reply provisioned) {
    return PROVISION + "/" + id(provisioned) + "/api-keys";
  }

  private ApiClient holder(Reply made) {
    return server.as(made.text("/token"));
  }

  private long now() {
    return server.given().number("SELECT extract(epoch FROM now())::bigint");
  }

  @Test
  void aServiceUserOfTheAccountWorksWithItsTokenAndHasNoOrganization() {
    var made = provision("account_member");
    assertThat(made.text("/token")).startsWith("agt_");
    assertThat(made.at("/service_user/expires_at").longValue()).isBetween(now() + 540, now() + 660);
    assertThat(made.text("/service_user/deleted_at")).isNull();
    assertThat(made.text("/service_user/role_assignments/0/role/role_id"))
        .isEqualTo("account_member");
    var self = holder(made).get("/v3/self").ok();
    assertThat(self.text("/service_user_id")).isEqualTo(id(made));
    assertThat(self.text("/org_id")).isNull();
    admin.post(ofOrg("service-users/" + id(made)), role("org_member")).ok();
    assertThat(holder(made).get("/v3/self").ok().text("/org_id")).isNull();
    holder(made).get(path("sessions")).ok();
    var audit = server.given().audit(org).getLast();
    assertThat(audit.action()).isEqualTo("assign_service_user_role");
  }

  @Test
  void aServiceUserOfAnOrganizationKeepsItAlsoWithAnAccountRole() {
    // completions.md, items 22, 110
    var made = provisionInOrg("org_member");
    assertThat(made.text("/service_user/role_assignments/0/org_id")).isEqualTo(org.value());
    var holder = holder(made);
    assertThat(holder.get("/v3/self").ok().text("/org_id")).isEqualTo(org.value());
    holder.get(path("sessions")).ok();
    String inAccount = SERVICE_USERS + "/" + id(made);
    admin.patch(inAccount, role("account_member")).refused(404, "service_user_not_found");
    var both = admin.post(inAccount, role("account_member")).ok();
    assertThat(both.at("/role_assignments").size()).isEqualTo(2);
    assertThat(both.text("/role_assignments/0/org_id")).isNull();
    assertThat(both.text("/role_assignments/1/org_id")).isEqualTo(org.value());
    admin.post(inAccount, role("account_member")).refused(409, "already_member");
    assertThat(holder.get("/v3/self").ok().text("/org_id")).isEqualTo(org.value());
    assertThat(server.given().lastAudit().data().at("/service_user_id").asString())
        .isEqualTo(id(made));
  }

  @Test
  void provisioningIsRecordedWithTheRoleAndNoToken() {
    var made = provisionInOrg("org_member");
    var audit = server.given().audit(org).getLast();
    assertThat(audit.action()).isEqualTo("create_service_user");
    assertThat(audit.data().at("/role_id").asString()).isEqualTo("org_member");
    assertThat(audit.data().at("/service_user_id").asString()).isEqualTo(id(made));
    for (String table : List.of("audit_log", "api_key", "service_user", "idempotency")) {
      assertThat(server.given().dump(table)).doesNotContain(made.text("/token"));
    }
  }

  @Test
  void aServiceUserCantBeGivenMoreThanItsMakerHoldsNorWhatMakesServiceUsers() {
    // completions.md, item 25
    admin.post(PROVISION, body("account_admin")).refused(403, "permission_not_grantable");
    admin.post(path("service-users"), body("org_admin")).refused(403, "permission_not_grantable");
    String maker = role("org", "ManageOrgServiceUsers", "ManageOrgSecrets");
    var caller = server.as(server.given().key(org, maker));
    caller.post(path("service-users"), body("org_member")).refused(403, "role_exceeds_caller");
    caller.post(path("service-users"), body(maker)).refused(403, "permission_not_grantable");
    caller.post(path("service-users"), body(role("org", "ManageOrgSecrets"))).ok();
    var clerk = holderOf("ManageAccountServiceUsers", "ManageOrgKnowledge");
    clerk
        .post(PROVISION, body(role("enterprise", "ManageBilling")))
        .refused(403, "role_exceeds_caller");
    clerk.post(PROVISION, body(role("enterprise", "ManageOrgKnowledge"))).ok();
    clerk.post(PROVISION, body("account_member")).ok();
    member.post(path("service-users"), body("org_member")).refused(403, "permission_denied");
  }

  @Test
  void everythingWrongWithAServiceUserIsToldAtOnce() {
    admin
        .post(PROVISION, "{}")
        .invalid("body.name missing", "body.role_id missing", "body.ttl_seconds missing");
    admin
        .post(PROVISION, json("name", "", "role_id", 1, "ttl_seconds", 31536001))
        .invalid("body.name too_short", "body.role_id type", "body.ttl_seconds too_large");
    admin
        .post(PROVISION, json("name", "n", "role_id", "x", "ttl_seconds", 0))
        .invalid("body.ttl_seconds too_small");
    admin
        .post(PROVISION, json("name", "n", "role_id", "x", "ttl_seconds", null))
        .invalid("body.ttl_seconds missing");
    admin.post(PROVISION, body("nothing")).invalid("body.role_id unknown_reference");
    admin.post(PROVISION, body("org_member")).invalid("body.role_id not_allowed");
    admin.post(path("service-users"), body("account_member")).invalid("body.role_id not_allowed");
  }

  @Test
  void namesAreDifferentAmongTheLivingOfOnePlace() {
    String named = json("name", "twin " + org, "role_id", "account_member", "ttl_seconds", 60);
    var first = admin.post(PROVISION, named).ok();
    admin.post(PROVISION, named).refused(409, "name_taken");
    admin.post(path("service-users"), named.replace("account_", "org_")).ok();
    admin.delete(SERVICE_USERS + "/" + id(first)).ok();
    admin.post(PROVISION, named).ok();
  }

  @Test
  void aRepetitionWithItsKeyAnswersTheSameToken() {
    var caller = admin.with("Idempotency-Key", "provision-" + org);
    String body = body("account_member");
    assertThat(caller.post(PROVISION, body).ok().body())
        .isEqualTo(caller.post(PROVISION, body).ok().body());
  }

  @Test
  void aKeyIsShownOnceAndListedByItsState() {
    var made = provision("account_member");
    String keys = keys(made);
    assertThat(admin.get(keys).ok().each("/api_key_name")).containsExactly("default");
    var extra = admin.post(keys, json("name", "extra", "expires_at", FAR)).ok();
    assertThat(admin.get(keys + "?status=active").ok().each("/api_key_name"))
        .containsExactly("extra", "default");
    var forever = admin.post(keys, json("name", "forever")).ok();
    server.as(extra.text("/token")).get("/v3/self").ok();
    server.given().expired(made.text("/token"));
    admin.delete(keys + "/" + extra.text("/api_key_id")).ok();
    var all = admin.get(keys + "?status=all&first=1").ok();
    assertThat(all.each("/api_key_name")).containsExactly("forever", "extra", "default");
    assertThat(all.at("/total").longValue()).isEqualTo(3);
    assertThat(all.each("/is_active")).containsExactly("true", "false", "false");
    assertThat(all.at("/items/1/expires_at").longValue()).isEqualTo(FAR);
    assertThat(all.at("/items/1/last_used_at").longValue()).isBetween(now() - 60, now());
    assertThat(all.at("/items/1/revoked_at").longValue()).isBetween(now() - 60, now());
    assertThat(all.text("/items/0/last_used_at")).isNull();
    assertThat(all.text("/items/0/expires_at")).isNull();
    assertThat(admin.get(keys + "?status=active").ok().each("/api_key_name"))
        .containsExactly("forever");
    assertThat(admin.get(keys + "?status=revoked").ok().each("/api_key_name"))
        .containsExactly("extra");
    assertThat(admin.get(keys + "?status=expired").ok().each("/api_key_name"))
        .containsExactly("default");
    admin.get(keys + "?status=lost").invalid("query.status enum");
    assertThat(all.body()).doesNotContain(forever.text("/token"));
    assertThat(admin.get(SERVICE_USERS + "/" + id(made)).ok().text("/expires_at")).isNull();
  }

  @Test
  void aRevokedOrExpiredKeyEndsWithTheNextRequest() {
    // completions.md, item 3
    var made = provision("account_member");
    var second = admin.post(keys(made), json("name", "second")).ok();
    var holder = server.as(second.text("/token"));
    holder.get("/v3/self").ok();
    String key = keys(made) + "/" + second.text("/api_key_id");
    assertThat(admin.delete(key).ok().at("/is_active").booleanValue()).isFalse();
    holder.get("/v3/self").refused(401, "credentials_revoked");
    admin.delete(key).refused(409, "api_key_revoked");
    server.given().expired(made.text("/token"));
    holder(made).get("/v3/self").refused(401, "credentials_expired");
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("revoke_service_user_api_key");
    assertThat(audit.data().at("/api_key_name").asString()).isEqualTo("second");
  }

  @Test
  void aKeyThatWouldBeOverAtOnceAndTheFiftyFirstAreRefused() {
    var made = provision("account_member");
    admin
        .post(keys(made), json("name", "", "expires_at", "soon"))
        .invalid("body.name too_short", "body.expires_at type");
    admin.post(keys(made), json("name", "n", "expires_at", 1)).invalid("body.expires_at too_small");
    admin
        .post(keys(made), json("name", "n", "expires_at", 99999999999999999L))
        .invalid("body.expires_at too_large");
    for (int i = 1; i < 50; i++) {
      admin.post(keys(made), json("name", "k")).ok();
    }
    admin.post(keys(made), json("name", "k")).invalid("body not_allowed");
    String some = admin.get(keys(made)).ok().text("/items/7/api_key_id");
    admin
        .post(keys(made) + "/" + some + "/rotate", json("grace_seconds", 60))
        .invalid("body not_allowed");
    assertThat(admin.get(keys(made)).ok().text("/items/7/expires_at")).isNull();
    admin.post(keys(made) + "/" + some + "/rotate", "{}").ok();
    admin.post(keys(made) + "/" + some + "/rotate", "{}").refused(400, "api_key_not_active");
  }

  @Test
  void keysMadeAtOnceDoNotExceedTheLimit() {
    var made = provision("account_member");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 60; i++) {
        threads.execute(() -> admin.post(keys(made), json("name", "k")));
      }
    }
    assertThat(admin.get(keys(made) + "?status=active").ok().at("/total").longValue())
        .isEqualTo(50);
  }

  @Test
  void aKeyOfAnotherServiceUserIsUnknown() {
    var one = provision("account_member");
    var other = provision("account_member");
    String foreign = keys(one) + "/" + admin.get(keys(other)).ok().text("/items/0/api_key_id");
    admin.delete(foreign).refused(404, "api_key_not_found");
    admin.post(foreign + "/rotate", "{}").refused(404, "api_key_not_found");
    admin.get(PROVISION + "/service-user-x/api-keys").refused(404, "service_user_not_found");
  }

  @Test
  void aDeletedServiceUserIsOutAndShownOnRequest() {
    var made = provisionInOrg("org_member");
    var deleted = admin.delete(SERVICE_USERS + "/" + id(made)).ok();
    assertThat(deleted.at("/deleted_at").longValue()).isBetween(now() - 60, now());
    assertThat(deleted.at("/role_assignments").size()).isEqualTo(1);
    holder(made).get("/v3/self").refused(401, "credentials_revoked");
    admin.get(SERVICE_USERS + "/" + id(made)).refused(404, "service_user_not_found");
    admin.get(keys(made)).refused(404, "service_user_not_found");
    admin.delete(SERVICE_USERS + "/" + id(made)).refused(404, "service_user_not_found");
    for (String list : List.of(SERVICE_USERS, ofOrg("service-users"))) {
      assertThat(admin.get(list).ok().each("/service_user_id")).doesNotContain(id(made));
      assertThat(admin.get(list + "?include_inactive=true").ok().each("/service_user_id"))
          .contains(id(made));
      admin.get(list + "?include_inactive=null").invalid("query.include_inactive type");
    }
  }

  @Test
  void aServiceUserWhoseKeysHaveAllExpiredIsInactive() {
    var made = provisionInOrg("org_member");
    String list = ofOrg("service-users");
    assertThat(admin.get(list).ok().each("/service_user_id")).contains(id(made));
    server.given().expired(made.text("/token"));
    assertThat(admin.get(list).ok().each("/service_user_id")).doesNotContain(id(made));
    var all = admin.get(list + "?include_inactive=true").ok();
    assertThat(all.each("/service_user_id")).contains(id(made));
    admin.post(keys(made), json("name", "new")).ok();
    assertThat(admin.get(list).ok().each("/service_user_id")).contains(id(made));
  }

  @Test
  void aRevokedKeyThatWouldStillBeGoodKeepsNobodyActive() {
    var made = provisionInOrg("org_member");
    var second = admin.post(keys(made), json("name", "second")).ok();
    server.given().expired(made.text("/token"));
    String list = ofOrg("service-users");
    assertThat(admin.get(list).ok().each("/service_user_id")).contains(id(made));
    admin.delete(keys(made) + "/" + second.text("/api_key_id")).ok();
    assertThat(admin.get(list).ok().each("/service_user_id")).doesNotContain(id(made));
  }

  @Test
  void aServiceUserExpiresWithTheLastOfTheKeysThatAreGood() {
    var made = provisionInOrg("org_member");
    String shown = SERVICE_USERS + "/" + id(made);
    long first = made.at("/service_user/expires_at").longValue();
    var far = admin.post(keys(made), json("name", "far", "expires_at", FAR)).ok();
    assertThat(admin.get(shown).ok().at("/expires_at").longValue()).isEqualTo(FAR);
    admin.delete(keys(made) + "/" + far.text("/api_key_id")).ok();
    assertThat(admin.get(shown).ok().at("/expires_at").longValue()).isEqualTo(first);
    server.given().expired(made.text("/token"));
    assertThat(admin.get(shown).ok().text("/expires_at")).isNull();
  }

  @Test
  void anOrganizationRoleOfAServiceUserIsChangedAndTakenAway() {
    var made = provisionInOrg("org_member");
    String inOrg = ofOrg("service-users/" + id(made));
    admin.post(inOrg, role("org_member")).refused(409, "already_member");
    admin.patch(inOrg, role("org_admin")).ok();
    holder(made).get(path("members/users")).ok();
    assertThat(server.given().lastAudit().data().at("/previous_role_id").asString())
        .isEqualTo("org_member");
    assertThat(admin.delete(inOrg).ok().at("/role_assignments").size()).isZero();
    holder(made).get(path("sessions")).refused(404, "organization_not_found");
    admin.delete(inOrg).refused(404, "service_user_not_found");
    admin.patch(inOrg, role("org_admin")).refused(404, "service_user_not_found");
  }

  @Test
  void theListOfTheAccountPages() {
    String first = id(provision("account_member"));
    String second = id(provision("account_member"));
    var page = admin.get(SERVICE_USERS + "?first=1").ok();
    assertThat(page.each("/service_user_id")).containsExactly(second);
    provision("account_member");
    String next = SERVICE_USERS + "?first=1&after=" + page.text("/end_cursor");
    assertThat(admin.get(next).ok().each("/service_user_id")).containsExactly(first);
    assertThat(admin.get(SERVICE_USERS + "/" + first).ok().text("/service_user_id"))
        .isEqualTo(first);
  }

  @Test
  void streamsEndWhenTheirServiceUserIsDeletedOrLosesItsRole() {
    for (boolean delete : List.of(true, false)) {
      var made = provisionInOrg("org_member");
      String session =
          holder(made).post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
      try (var watch =
          holder(made).watch(path("sessions/" + session + "/events?watch=true"), "Event")) {
        admin.delete(delete ? SERVICE_USERS + "/" + id(made) : ofOrg("service-users/" + id(made)));
        await(() -> watch.line().equals("END"));
      }
    }
  }
}
