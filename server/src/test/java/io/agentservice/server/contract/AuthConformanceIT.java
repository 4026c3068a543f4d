package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Section 12.2 of completions.md, as far as its features exist. */
class AuthConformanceIT extends OnServer {
  /** Its DELETE revokes the keys of the organization. */
  private static final String ORGANIZATION = "/enterprise/organizations/{org_id}";

  private static final String PROMPT = json("prompt", "p");

  /** Streams that are asked for beside all else end soon. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_WATCH_MAX_SECONDS", "1");
  }

  @Test
  void theDatabaseHoldsNoKeyButItsDigest() {
    server.admin().get("/v3/self").ok();
    assertThat(server.given().dump("api_key")).doesNotContain(TestServer.ADMIN_KEY);
    assertThat(server.given().dump("audit_log")).doesNotContain(TestServer.ADMIN_KEY);
  }

  @Test
  void selfNamesAnEnterpriseServiceUserWithoutAnOrganization() {
    var self = server.admin().get("/v3/self").ok();
    assertThat(self.text("/principal_type")).isEqualTo("service_user");
    assertThat(self.text("/service_user_name")).isEqualTo("admin");
    assertThat(self.text("/org_id")).isNull();
    assertThat(self.at("/permissions").toString()).contains("ManageBilling", "UseAgentSessions");
  }

  @Test
  void selfNamesTheOrganizationOfAnOrganizationKey() {
    var org = server.given().organization();
    var self = server.as(server.given().key(org, "org_member")).get("/v3/self").ok();
    assertThat(self.text("/org_id")).isEqualTo(org.value());
    assertThat(self.at("/permissions").toString()).isEqualTo("[\"ReadAccountMeta\"]");
    assertThat(self.at("/org_permissions/" + org).toString())
        .isEqualTo(
            "[\"ManageOrgKnowledge\",\"ManageOrgPlaybooks\",\"ManageOrgSchedules\",\"ManageOrgSecrets\","
                + "\"ManageOrgSessions\",\"UseAgentSessions\",\"UseReviewManual\",\"ViewOrgSessions\"]");
  }

  @Test
  void selfNamesTheHumanOfAPersonalToken() {
    var org = server.given().organization();
    var human = server.given().human(org, "org_member");
    var self = server.as(server.given().personalToken(human)).get("/v3/self").ok();
    assertThat(self.text("/principal_type")).isEqualTo("pat_user");
    assertThat(self.text("/user_id")).isEqualTo(human.value());
    assertThat(self.text("/org_id")).isEqualTo(org.value());
    assertThat(self.text("/agent_sessions_org_id")).isEqualTo(org.value());
  }

  @Test
  void selfOfAPersonalTokenNamesTheFirstOrganizationByName() {
    var third = server.given().organization();
    var first = server.given().organization();
    var second = server.given().organization();
    String name = "UPDATE organization SET name = ? WHERE org_id = ?";
    server.given().update(name, "a third", third.value());
    server.given().update(name, "A first", first.value());
    server.given().update(name, "B second", second.value());
    var human = server.given().human(third, "org_member");
    server.given().role(human, first, "org_member");
    server.given().role(human, second, "org_admin");
    var self = server.as(server.given().personalToken(human)).get("/v3/self").ok();
    assertThat(self.text("/org_id")).isEqualTo(first.value());
    assertThat(self.text("/agent_sessions_org_id")).isEqualTo(first.value());
  }

  /** Item 23. */
  @Test
  void anAccountMemberMayAskWhoHeIsAndNothingElse() {
    var org = server.given().organization();
    var member = server.as(server.given().accountKey("account_member"));
    member.get("/v3/self").ok();
    for (var route : server.routes()) {
      boolean free =
          route.access() instanceof Access.Open || route.access() instanceof Access.SignedIn;
      if (!free) {
        String path = path(route.path(), org.value());
        var reply = member.send(route.method().name(), path, "");
        assertThat(reply.status())
            .as(route.path())
            .isEqualTo(isOld(path) ? 401 : path.contains(org.value()) ? 404 : 403);
      }
    }
  }

  /** Item 23. */
  @Test
  void anAccountAdminIsRefusedNothing() {
    var org = server.given().organization();
    var admin = server.given().human(null, "account_admin");
    var old = server.as(server.given().legacyKey(admin, org));
    var pat = server.as(server.given().personalToken(admin));
    for (var route : server.routes()) {
      if (!(route.access() instanceof Access.Open)) { // these ask for no permission
        var caller =
            isOld(route.path()) ? old : route.path().contains("/self/") ? pat : server.admin();
        var mayGo = route.path().endsWith(ORGANIZATION) ? server.given().organization() : org;
        var reply = caller.send(route.method().name(), path(route.path(), mayGo.value()), "");
        assertThat(reply.status()).as(route.path()).isNotIn(401, 403, 405, 500);
      }
    }
  }

  @Test
  void selfNamesTheHumanOfAWebSession() {
    var org = server.given().organization();
    var human = server.given().human(org, "org_member");
    var signedIn =
        server
            .anonymous()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/login", "key=" + server.given().personalToken(human));
    String cookie = signedIn.header("Set-Cookie").replaceFirst(";.*", "");
    var self = server.anonymous().with("Cookie", cookie).get("/v3/self").ok();
    assertThat(self.text("/principal_type")).isEqualTo("user");
    assertThat(self.text("/user_id")).isEqualTo(human.value());
    assertThat(self.text("/org_id")).isEqualTo(org.value());
  }

  /** Item 24. */
  @Test
  void manageAccountSessionsIsEnoughToMessageAndTerminateInEveryOrganization() {
    String role =
        server
            .admin()
            .post(
                "/v3/enterprise/roles",
                json(
                    "role_name",
                    "pilots",
                    "role_type",
                    "enterprise",
                    "permissions",
                    List.of("ManageAccountSessions")))
            .ok()
            .text("/role_id");
    var pilot = server.as(server.given().accountKey(role));
    for (var org : List.of(server.given().organization(), server.given().organization())) {
      String sessions = "/v3/organizations/" + org + "/sessions";
      String one = sessions + "/" + server.admin().post(sessions, PROMPT).ok().text("/session_id");
      pilot.post(one + "/messages", json("message", "m")).ok();
      pilot.delete(one).ok();
      pilot.get("/v3/organizations/" + org + "/knowledge/notes").refused(403, "permission_denied");
    }
  }

  /** Items 21 and 29: nothing holds a token, and a write that fails leaves no record. */
  @Test
  void aTokenIsInNoListNoRecordAndNoRowAndARefusedWriteInNoRecord() {
    String all = "/v3beta1/enterprise/service-users";
    String body = json("name", "shy", "role_id", "account_member", "ttl_seconds", 60);
    var made = server.admin().with("Idempotency-Key", "shy").post(all, body).ok();
    String token = made.text("/token");
    String one = made.text("/service_user/service_user_id");
    assertThat(server.admin().get(all + "/" + one + "/api-keys").ok().body()).doesNotContain(token);
    for (String table : List.of("api_key", "audit_log", "service_user", "idempotency")) {
      assertThat(server.given().dump(table)).as(table).doesNotContain(token);
    }
    var before = server.given().actions();
    server.admin().post(all, body).refused(409, "name_taken");
    server
        .admin()
        .post(all, "{}")
        .invalid("body.name missing", "body.role_id missing", "body.ttl_seconds missing");
    assertThat(server.given().actions()).isEqualTo(before);
  }

  /** Item 112. */
  @Test
  void aKeyOfOneOrganizationIsForbiddenInAnotherAndDeniedInTheEnterprise() {
    var key = server.as(server.given().key(server.given().organization(), "org_admin"));
    var other = server.given().organization();
    for (String path :
        List.of(
            "/v3/organizations/" + other + "/sessions",
            "/v3/enterprise/organizations/" + other + "/members/users")) {
      var refused = key.get(path).refused(404, "organization_not_found");
      assertThat(refused.text("/detail")).contains("forbidden");
    }
    key.get("/v3/enterprise/members/users").refused(403, "permission_denied");
    key.get("/v3/enterprise/roles").refused(403, "permission_denied");
  }

  /** Of versions 1 and 2, and of the time before there were versions. */
  private static boolean isOld(String path) {
    return Stream.of("/v1/", "/v2/", "/sessions/", "/enterprise/").anyMatch(path::startsWith);
  }

  private static String path(String template, String org) {
    return template.replace("{org_id}", org).replaceAll("\\{[^/]+}", "x");
  }
}
