package io.agentservice.server.start.installation;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.testing.OnOrganization;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The key that workers beside a server get. */
class WorkerKeyIT extends OnOrganization {
  private static final String NAME = "local workers";
  private static final String USERS = "/v3/enterprise/members/service-users/";

  @Test
  void itServesOutpostsAndDoesNothingElse() {
    try (var node = server.furtherNode()) {
      var worker = server.as(node.workerKey());

      assertThat(worker.get("/v3/self").ok().at("/permissions"))
          .hasToString("[\"ReadAccountMeta\",\"UseOutpostsMachine\"]");
      worker.get("/opbeta/outposts").ok();
      worker.post("/opbeta/outposts", json("name", "mine")).refused(403, "permission_denied");
      worker.get(path("sessions")).refused(404, "organization_not_found");
      worker.post(path("sessions"), json("prompt", "p")).refused(404, "organization_not_found");
    }
  }

  @Test
  void itIsTheSameAtEveryStartOnEveryServer() {
    try (var one = server.furtherNode();
        var other = server.furtherNode()) {
      assertThat(one.workerKey()).isEqualTo(other.workerKey()).isEqualTo(one.workerKey());
    }
  }

  @Test
  void itIsMadeAnewWhenItsUserIsDeleted() {
    try (var node = server.furtherNode()) {
      String deleted = node.workerKey();
      String user = user(deleted);
      server.admin().delete(USERS + user).ok();
      server.as(deleted).get("/v3/self").refused(401, "credentials_revoked");
      server
          .admin()
          .post(
              "/v3beta1/enterprise/service-users",
              json("name", "local workers", "role_id", "account_member", "ttl_seconds", 600))
          .ok();

      String anew = node.workerKey();
      assertThat(user(anew)).isNotEqualTo(user);
      server.as(anew).get("/opbeta/outposts").ok();
      assertThat(node.workerKey()).isEqualTo(anew);
    }
  }

  @Test
  void itIsMadeAnewForItsUserWhenItIsRevokedOrHasExpired() {
    try (var node = server.furtherNode()) {
      for (String end : new String[] {"revoked_at", "expires_at"}) {
        String over = node.workerKey();
        String user = user(over);
        server
            .given()
            .update("UPDATE api_key SET %s = now() WHERE principal_id = ?".formatted(end), user);
        assertThat(server.as(over).get("/v3/self").status()).isEqualTo(401);

        assertThat(user(node.workerKey())).isEqualTo(user);
      }
    }
  }

  @Test
  void itsUserHasTheNameThatIsFreeInTheAccount() {
    try (var node = server.furtherNode()) {
      String robots = "/v3beta1/organizations/%s/service-users".formatted(org);
      server
          .admin()
          .post(robots, json("name", NAME, "role_id", "org_member", "ttl_seconds", 600))
          .ok();
      server
          .given()
          .update(
              "UPDATE service_user SET deleted_at = now() WHERE name = ? AND org_id IS NULL", NAME);
      server.given().update("DELETE FROM installation_secret WHERE name = 'worker_key'");
      assertThat(nameOf(node.workerKey())).isEqualTo(NAME);

      String taken = node.workerKey();
      server.given().update("DELETE FROM installation_secret WHERE name = 'worker_key'");
      assertThat(nameOf(node.workerKey())).startsWith(NAME + " ");
      assertThat(nameOf(taken)).isEqualTo(NAME);
    }
  }

  private String nameOf(String key) {
    return server.as(key).get("/v3/self").ok().text("/service_user_name");
  }

  @Test
  void aFurtherKeyOfTheAdministratorIsMadeWhileHeIsOne() {
    String admin = server.admin().get("/v3/self").ok().text("/service_user_id");
    try (var node = server.furtherNode()) {
      assertThat(user(node.makeAdministratorKey().orElseThrow())).isEqualTo(admin);

      administrator("admin", org.value(), false);
      administrator("somebody", null, false);
      administrator("admin", null, true);
      assign(admin, org.value());
      String role =
          "UPDATE role_assignment SET role_id = ? WHERE org_id IS NULL AND principal_id = ?";
      server.given().update(role, "account_member", admin);
      try {
        assertThat(node.makeAdministratorKey()).isEmpty();
      } finally {
        server.given().update(role, "account_admin", admin);
      }
    }
  }

  private void administrator(String name, @Nullable String in, boolean deleted) {
    String id = Id.create(ServiceUserId.class).value();
    server
        .given()
        .update(
            """
            INSERT INTO service_user (service_user_id, account_id, org_id, name, deleted_at)
            SELECT ?, account_id, ?, ?, CASE WHEN ? THEN now() END FROM account
            """,
            id,
            in,
            name,
            deleted);
    assign(id, null);
  }

  private void assign(String principal, @Nullable String in) {
    server
        .given()
        .update(
            "INSERT INTO role_assignment (principal_id, org_id, role_id) VALUES (?, ?, 'account_admin')",
            principal,
            in);
  }

  private String user(String key) {
    return server.as(key).get("/v3/self").ok().text("/service_user_id");
  }
}
