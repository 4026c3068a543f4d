package io.agentservice.server.web.app;

import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Those of the whole account, made and read by its API. */
final class Members {
  private static final String ALL = "/v3/enterprise/members/";

  private Members() {}

  /** An invited human without a role in an organization; answers the id. */
  static String invite(AppInBrowser app, String email) throws Exception {
    var body = Map.of("emails", List.of(email), "enterprise_role_id", "account_member");
    return app.server
        .api("POST", ALL + "users", Json.MAPPER.writeValueAsString(body))
        .at("/0/user_id")
        .asString();
  }

  /** A group that is registered, without a role. */
  static void register(AppInBrowser app, String group) throws Exception {
    var body = Map.of("idp_group_names", List.of(group));
    app.server.api("POST", "/v3/enterprise/idp-groups", Json.MAPPER.writeValueAsString(body));
  }

  /** Gives a group a role, in an organization or, where that is null, in the account. */
  static void give(AppInBrowser app, String group, String org, String role) throws Exception {
    String holder = "/members/idp-groups/" + group;
    String scope = org == null ? "" : "/organizations/" + org;
    app.server.api("POST", "/v3/enterprise" + scope + holder, "{\"role_id\":\"" + role + "\"}");
  }

  /** Somebody was in a registered group when he signed in last. */
  static void join(AppInBrowser app, String group, String user) throws Exception {
    app.server.sql(
        "INSERT INTO idp_group_member SELECT '%s', group_id FROM idp_group WHERE name = '%s'"
            .formatted(user, group));
  }

  /** {@code users}, {@code service-users} or {@code idp-groups}. */
  static JsonNode all(AppInBrowser app, String kind) throws Exception {
    return app.server.api("GET", ALL + kind, null).path("items");
  }

  /** The role of one in the whole account, by its id; null without one. */
  static String role(AppInBrowser app, String kind, String id) throws Exception {
    return app.server
        .api("GET", ALL + kind + "/" + id, null)
        .path("role_assignments")
        .valueStream()
        .filter(each -> each.path("org_id").isNull())
        .map(each -> each.at("/role/role_id").asString())
        .findFirst()
        .orElse(null);
  }
}
