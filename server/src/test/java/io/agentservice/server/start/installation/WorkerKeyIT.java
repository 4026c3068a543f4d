package io.agentservice.server.start.installation;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.Test;

/** The key that workers beside a server get. */
class WorkerKeyIT extends OnOrganization {
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
  void itIsMadeAnewForItsUserWhenItIsRevoked() {
    try (var node = server.furtherNode()) {
      String revoked = node.workerKey();
      String user = user(revoked);
      server.given().update("UPDATE api_key SET revoked_at = now() WHERE principal_id = ?", user);
      server.as(revoked).get("/v3/self").refused(401, "credentials_revoked");

      assertThat(user(node.workerKey())).isEqualTo(user);
    }
  }

  private String user(String key) {
    return server.as(key).get("/v3/self").ok().text("/service_user_id");
  }
}
