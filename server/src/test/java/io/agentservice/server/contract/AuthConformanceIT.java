package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.TestServer;
import org.junit.jupiter.api.Test;

/** Section 12.2 of completions.md, as far as its features exist. */
class AuthConformanceIT extends OnServer {
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
            .isEqualTo(path.contains(org.value()) ? 404 : isOld(path) ? 401 : 403);
      }
    }
  }

  @Test
  void anAccountAdminIsRefusedNothing() {
    var org = server.given().organization();
    var admin = server.given().human(null, "account_admin");
    var old = server.as(server.given().legacyKey(admin, org));
    var pat = server.as(server.given().personalToken(admin));
    for (var route : server.routes()) {
      if (!route.path().equals("/openapi.yaml")) {
        var caller =
            isOld(route.path()) ? old : route.path().contains("/self/") ? pat : server.admin();
        var reply = caller.send(route.method().name(), path(route.path(), org.value()), "");
        assertThat(reply.status()).as(route.path()).isNotIn(401, 403, 405, 500);
      }
    }
  }

  /** Versions 1 and 2 have keys of their own. */
  private static boolean isOld(String path) {
    return path.startsWith("/v1/") || path.startsWith("/v2/");
  }

  private static String path(String template, String org) {
    return template.replace("{org_id}", org).replaceAll("\\{[^/]+}", "x");
  }
}
