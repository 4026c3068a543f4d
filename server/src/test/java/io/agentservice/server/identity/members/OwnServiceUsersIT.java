package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Service users of an organization, run by its own administrators (web.md 7.5). */
class OwnServiceUsersIT extends OnMembers {
  private static final String ACCOUNT = "/v3beta1/enterprise/service-users";

  private ApiClient boss;
  private int made;

  @BeforeEach
  void administratorOfTheOrganization() {
    boss = server.as(server.given().personalToken(server.given().human(org, "org_admin")));
  }

  private String own() {
    return "/v3beta1/organizations/" + org + "/service-users";
  }

  private String own(String id) {
    return own() + "/" + id;
  }

  private String keys(String id) {
    return own(id) + "/api-keys";
  }

  private String body() {
    return json("name", "robot-" + ++made + "-" + org, "role_id", "org_member", "ttl_seconds", 600);
  }

  private Reply provision() {
    return boss.post(own(), body()).ok();
  }

  private static String id(Reply provisioned) {
    return provisioned.text("/service_user/service_user_id");
  }

  /** One of the account that has a role in the organization. */
  private String stranger() {
    String id =
        id(
            admin
                .post(
                    ACCOUNT,
                    json("name", "s-" + org, "role_id", "account_member", "ttl_seconds", 600))
                .ok());
    admin.post(ofOrg("service-users/" + id), role("org_member")).ok();
    return id;
  }

  @Test
  void theListHasThoseThatWereMadeThereNewestFirst() {
    String first = id(provision());
    String second = id(provision());
    String stranger = stranger();

    assertThat(boss.get(own()).ok().each("/items", "/service_user_id"))
        .startsWith(second, first)
        .doesNotContain(stranger);
    var page = boss.get(own() + "?first=1").ok();
    assertThat(page.each("/items", "/service_user_id")).containsExactly(second);
    assertThat(
            boss.get(own() + "?first=1&after=" + page.text("/end_cursor"))
                .ok()
                .each("/items", "/service_user_id"))
        .containsExactly(first);
    assertThat(boss.get(own(first)).ok().text("/role_assignments/0/role/role_id"))
        .isEqualTo("org_member");
  }

  @Test
  void oneOfTheAccountOrOfAnotherOrganizationIsNotFound() {
    String elsewhere = id(provision());
    for (String id : new String[] {stranger(), ofAnother(elsewhere), "service-user-nothing"}) {
      boss.get(own(id)).refused(404, "service_user_not_found");
      boss.patch(own(id), role("org_member")).refused(404, "service_user_not_found");
      boss.delete(own(id)).refused(404, "service_user_not_found");
      boss.get(keys(id)).refused(404, "service_user_not_found");
      boss.post(keys(id), json("name", "k")).refused(404, "service_user_not_found");
    }
  }

  /** Puts it into another organization. */
  private String ofAnother(String id) {
    var other = server.given().organization();
    server
        .given()
        .update("UPDATE service_user SET org_id = ? WHERE service_user_id = ?", other.value(), id);
    return id;
  }

  @Test
  void itsKeysAreMadeRotatedAndRevoked() {
    String id = id(provision());
    var key = boss.post(keys(id), json("name", "second")).ok();
    assertThat(server.as(key.text("/token")).get(path("sessions")).status()).isEqualTo(200);
    assertThat(boss.get(keys(id)).ok().each("/items", "/api_key_name"))
        .containsExactly("second", "default");

    var rotated = boss.post(keys(id) + "/" + key.text("/api_key_id") + "/rotate", "{}").ok();
    server.as(key.text("/token")).get(path("sessions")).refused(401, "credentials_revoked");
    var fresh = server.as(rotated.text("/token"));
    fresh.get(path("sessions")).ok();
    boss.delete(keys(id) + "/" + rotated.text("/api_key_id")).ok();
    fresh.get(path("sessions")).refused(401, "credentials_revoked");

    assertThat(server.given().audit(org).getLast().action())
        .isEqualTo("revoke_service_user_api_key");
  }

  @Test
  void itsRoleIsChangedAndItIsEnded() {
    var provisioned = provision();
    String id = id(provisioned);
    String secrets = role("org", "ManageOrgSecrets");
    assertThat(boss.patch(own(id), role(secrets)).ok().text("/role_assignments/0/role/role_id"))
        .isEqualTo(secrets);
    boss.patch(own(id), role("org_admin")).refused(403, "permission_not_grantable");

    assertThat(boss.delete(own(id)).ok().at("/deleted_at").isNull()).isFalse();

    server.as(provisioned.text("/token")).get("/v3/self").refused(401, "credentials_revoked");
    boss.get(own(id)).refused(404, "service_user_not_found");
    assertThat(boss.get(own()).ok().each("/items", "/service_user_id")).doesNotContain(id);
    assertThat(boss.get(own() + "?include_inactive=true").ok().each("/items", "/service_user_id"))
        .contains(id);
    var audit = server.given().audit(org).getLast();
    assertThat(audit.action()).isEqualTo("delete_service_user");
    assertThat(audit.data().at("/service_user_id").asString()).isEqualTo(id);
    assertThat(audit.data().at("/role_id").asString()).isEqualTo(secrets);
  }

  @Test
  void nobodyHasToDoWithOneThatMayDoMore() {
    String id = id(provision());
    var clerk = server.as(server.given().key(org, role("org", "ManageOrgServiceUsers")));
    clerk.post(keys(id), json("name", "k")).refused(403, "role_exceeds_caller");
    clerk.patch(own(id), role("org_member")).refused(403, "role_exceeds_caller");
    clerk.delete(own(id)).refused(403, "role_exceeds_caller");

    admin.post(SERVICE_USERS + "/" + id, role("account_admin")).ok(); // the account has lifted it
    boss.post(keys(id), json("name", "k")).refused(403, "role_exceeds_caller");
    boss.delete(own(id)).refused(403, "role_exceeds_caller");
  }

  @Test
  void itNeedsThePermission() {
    String id = id(provision());
    member.get(own()).refused(403, "permission_denied");
    member.get(own(id)).refused(403, "permission_denied");
    member.delete(own(id)).refused(403, "permission_denied");
    member.get(keys(id)).refused(403, "permission_denied");
  }
}
