package io.agentservice.server.web.app;

import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import java.util.Map;

/** Keys of callers who may do less than whoever has signed in. */
final class Weaker {
  private Weaker() {}

  /** Of one who may do this in the organization. */
  static String inOrganization(AppInBrowser app, String... permissions) throws Exception {
    String org = app.server.org();
    return key(
        app,
        "org",
        "/v3beta1/organizations/" + org + "/service-users",
        "/v3/enterprise/organizations/" + org + "/members/service-users/",
        permissions);
  }

  /** Of who administers the organization, and nothing of the account. */
  static String administrator(AppInBrowser app) throws Exception {
    String org = app.server.org();
    return holding(
        app,
        "administrator",
        "/v3beta1/organizations/" + org + "/service-users",
        "/v3/enterprise/organizations/" + org + "/members/service-users/",
        List.of("org_member", "org_admin"));
  }

  /** Of one who may do this in the whole account. */
  static String inAccount(AppInBrowser app, String... permissions) throws Exception {
    return key(
        app,
        "enterprise",
        "/v3beta1/enterprise/service-users",
        "/v3/enterprise/members/service-users/",
        permissions);
  }

  private static String key(
      AppInBrowser app, String type, String users, String members, String... permissions)
      throws Exception {
    String name = String.join(" ", permissions);
    var role =
        app.server.api(
            "POST",
            "/v3/enterprise/roles",
            json(
                Map.of("role_name", name, "role_type", type, "permissions", List.of(permissions))));
    String first = type.equals("org") ? "org_member" : "account_member";
    return holding(app, name, users, members, List.of(first, role.path("role_id").asString()));
  }

  /** Made with the first role, and then given the second: some are given to nobody who is made. */
  private static String holding(
      AppInBrowser app, String name, String users, String members, List<String> roles)
      throws Exception {
    var made =
        app.server.api(
            "POST",
            users,
            json(Map.of("name", name, "role_id", roles.getFirst(), "ttl_seconds", 600)));
    app.server.api(
        "PATCH",
        members + made.at("/service_user/service_user_id").asString(),
        json(Map.of("role_id", roles.getLast())));
    return made.path("token").asString();
  }

  private static String json(Map<String, ?> body) {
    return Json.MAPPER.writeValueAsString(body);
  }
}
