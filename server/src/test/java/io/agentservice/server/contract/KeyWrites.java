package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static java.util.Map.entry;

import io.agentservice.server.contract.EveryWrite.Write;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The writes of keys, preferences, roles and service users, for {@link EveryWrite}. */
record KeyWrites(EveryWrite test, TestServer server, ApiClient human) {
  private static final String OWN_KEYS = "/v3beta1/self/api-keys";
  private static final String PREFERENCES = "/v3beta1/self/preferences";
  private static final String BROWSERS = "/v3beta1/self/push-subscriptions";
  private static final String ROLES = "/v3/enterprise/roles";
  private static final String SERVICE_USERS = "/v3beta1/enterprise/service-users";
  private static final String OWN_SERVICE_USERS = "/v3beta1/organizations/{org_id}/service-users";

  Map<String, Write> all() {
    var writes = new HashMap<>(others());
    String one = OWN_SERVICE_USERS + "/{service_user_id}";
    writes.put(
        "PATCH " + one,
        new Write("assign_service_user_role", this::ownRobot, json("role_id", "org_member")));
    writes.put("DELETE " + one, new Write("delete_service_user", this::ownRobot, ""));
    writes.put(
        "POST " + one + "/api-keys",
        new Write(
            "create_service_user_api_key", () -> ownRobot() + "/api-keys", json("name", "k")));
    writes.put(
        "DELETE " + one + "/api-keys/{api_key_id}",
        new Write("revoke_service_user_api_key", this::ownRobotsKey, ""));
    writes.put(
        "POST " + one + "/api-keys/{api_key_id}/rotate",
        new Write("rotate_service_user_api_key", () -> ownRobotsKey() + "/rotate", ""));
    return writes;
  }

  private Map<String, Write> others() {
    String keys = SERVICE_USERS + "/{service_user_id}/api-keys";
    return Map.ofEntries(
        entry("POST " + OWN_KEYS, new Write("create_pat", () -> OWN_KEYS, json("name", "k"))),
        entry("DELETE " + OWN_KEYS + "/{api_key_id}", new Write("revoke_pat", this::ownKey, "")),
        entry(
            "PATCH " + PREFERENCES,
            new Write("update_preferences", () -> PREFERENCES, json("theme", "dark"))),
        entry(
            "POST " + BROWSERS,
            new Write("create_push_subscription", () -> BROWSERS, browser("first"))),
        entry(
            "DELETE " + BROWSERS + "/{push_subscription_id}",
            new Write("delete_push_subscription", this::ownBrowser, "")),
        entry("POST " + ROLES, new Write("create_role", () -> ROLES, role("audited"))),
        entry(
            "PATCH " + ROLES + "/{role_id}",
            new Write("update_role", this::role, json("role_name", "changed"))),
        entry("DELETE " + ROLES + "/{role_id}", new Write("delete_role", this::role, "")),
        entry(
            "POST " + SERVICE_USERS,
            new Write("create_service_user", () -> SERVICE_USERS, provision("account_member"))),
        entry(
            "POST " + OWN_SERVICE_USERS,
            new Write(
                "create_service_user", () -> test.at(OWN_SERVICE_USERS), provision("org_member"))),
        entry(
            "POST " + keys,
            new Write("create_service_user_api_key", this::robotsKeys, json("name", "k"))),
        entry(
            "DELETE " + keys + "/{api_key_id}",
            new Write("revoke_service_user_api_key", this::robotsKey, "")),
        entry(
            "POST " + keys + "/{api_key_id}/rotate",
            new Write("rotate_service_user_api_key", () -> robotsKey() + "/rotate", "")));
  }

  private static String role(String name) {
    return json("role_name", name, "role_type", "org", "permissions", List.of("ManageOrgSecrets"));
  }

  private static String provision(String role) {
    return provision(role, 0);
  }

  private static String provision(String role, int number) {
    return json("name", "audited " + number, "role_id", role, "ttl_seconds", 60);
  }

  private static String browser(String name) {
    return json(
        "endpoint",
        "https://push.example.org/" + name,
        "p256dh",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth",
        "BTBZMqHH6r4Tts7J_aSIgg",
        "name",
        name);
  }

  private String ownBrowser() {
    return BROWSERS
        + "/"
        + human.post(BROWSERS, browser("other")).ok().text("/push_subscription_id");
  }

  private String ownKey() {
    return OWN_KEYS + "/" + human.post(OWN_KEYS, "{\"name\":\"k\"}").ok().text("/api_key_id");
  }

  private String role() {
    test.made++;
    return ROLES
        + "/"
        + server.admin().post(ROLES, role("role " + test.made)).ok().text("/role_id");
  }

  private String robot() {
    return server.given().serviceUser(null, "account_member").value();
  }

  private String ownRobot() {
    String made =
        server
            .admin()
            .post(test.at(OWN_SERVICE_USERS), provision("org_member", ++test.made))
            .ok()
            .text("/service_user/service_user_id");
    return test.at(OWN_SERVICE_USERS) + "/" + made;
  }

  private String ownRobotsKey() {
    String keys = ownRobot() + "/api-keys";
    return keys + "/" + server.admin().post(keys, json("name", "k")).ok().text("/api_key_id");
  }

  private String robotsKeys() {
    return SERVICE_USERS + "/" + robot() + "/api-keys";
  }

  private String robotsKey() {
    String keys = robotsKeys();
    return keys + "/" + server.admin().post(keys, "{\"name\":\"k\"}").ok().text("/api_key_id");
  }
}
