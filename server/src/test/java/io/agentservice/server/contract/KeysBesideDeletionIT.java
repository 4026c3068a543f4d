package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What names an organization otherwise than by its path, beside the organization's deletion: no key
 * is left that would be good there ({@link WritesBesideDeletionIT} has the paths).
 */
class KeysBesideDeletionIT extends OnOrganization {
  private static final String ROBOTS = "/v3beta1/enterprise/service-users/";

  private record Request(ApiClient caller, String method, String path, String body) {}

  private Map<String, Request> requests() {
    String robot = server.given().serviceUser(org, "org_member").value();
    String keys = ROBOTS + robot + "/api-keys";
    var admin = server.admin();
    String key = admin.post(keys, json("name", "k")).ok().text("/api_key_id");
    var human = server.given().human(org, "org_member");
    var boss = server.given().human(org, "org_member");
    server.given().role(boss, null, "account_admin");
    var older = server.as(server.given().legacyKey(boss, server.given().organization()));
    String ofOrg = json("org_id", org);
    return Map.of(
        "a further key of its robot",
        new Request(admin, "POST", keys, json("name", "k")),
        "a key of its robot in the place of one",
        new Request(admin, "POST", keys + "/" + key + "/rotate", "{\"revoke_current\":false}"),
        "a legacy key of a human",
        new Request(
            server.as(server.given().personalToken(human)),
            "POST",
            "/v3beta1/self/api-keys",
            json("name", "k", "kind", "legacy", "org_id", org)),
        "a legacy key of nobody",
        new Request(older, "POST", "/v2/enterprise/api-keys", ofOrg),
        "a limit of its group",
        new Request(
            admin,
            "PUT",
            "/v3/enterprise/org-group-limits",
            "{\"groups\":{\"%s\":{\"org_ids\":[\"%s\"]}}}".formatted(org, org)));
  }

  @TestFactory
  Stream<DynamicTest> nothingIsMadeForAnOrganizationThatIsBeingDeleted() {
    return requests().keySet().stream()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  org = server.given().organization();
                  var request = requests().get(name);
                  var answer =
                      new HeldDeletion(server, org)
                          .beside(() ->
                              request
                                  .caller()
                                  .send(request.method(), request.path(), request.body()));
                  assertThat(answer.status()).as(answer.body()).isIn(400, 401, 404, 422);
                }));
  }

  @Test
  void aKeyThatWasMadeBeforeEndsWithIt() {
    String robots = "/v3beta1/organizations/%s/service-users".formatted(org);
    String body = json("name", "r", "role_id", "org_member", "ttl_seconds", 600);
    var robot = server.as(server.admin().post(robots, body).ok().text("/token"));
    robot.get("/v3/self").ok();
    server.admin().delete("/v3/enterprise/organizations/" + org).ok();
    robot.get("/v3/self").refused(401, "credentials_revoked");
  }
}
