package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.contract.EveryWrite.Write;
import io.agentservice.server.testing.ApiClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The writes of versions 1 and 2, for {@link EveryWrite}.
 *
 * @param session makes one; its id
 * @param old the caller of version 2
 * @param human makes one who is a member of the account; his id
 */
record OlderWrites(Supplier<String> session, OrgId org, ApiClient old, Supplier<String> human) {
  private static final AtomicInteger COUNT = new AtomicInteger();

  Map<String, Write> all() {
    var all = new HashMap<String, Write>();
    all.put(
        "POST /v1/sessions",
        new Write("create_session", () -> "/v1/sessions", json("prompt", "p")));
    for (String one : List.of("/v1/session", "/v1/sessions")) {
      put(all, "PUT", one, "/tags", "update_session_tags", json("tags", List.of("a")));
      for (String messages : List.of("/message", "/messages")) {
        put(all, "POST", one, messages, "send_message", json("message", "m"));
      }
    }
    for (String one : List.of("/v1/sessions", "/sessions")) {
      put(all, "DELETE", one, "", "terminate_session", "");
    }
    version2(all);
    return all;
  }

  private void version2(Map<String, Write> all) {
    String keys = "/v2/enterprise/api-keys";
    String body = json("org_id", org);
    all.put("POST " + keys, new Write("create_service_api_key", () -> keys, body));
    all.put("DELETE " + keys, new Write("revoke_all_enterprise_api_keys", () -> keys, ""));
    all.put(
        "DELETE " + keys + "/{api_key_id}",
        new Write(
            "revoke_enterprise_api_key",
            () -> keys + "/" + old.post(keys, body).ok().text("/api_key_id"),
            ""));
    String organizations = "/v2/enterprise/organizations";
    for (String method : List.of("POST", "PATCH", "DELETE")) {
      boolean creates = method.equals("POST");
      all.put(
          method + " " + organizations + (creates ? "" : "/{org_id}"),
          new Write(
              Map.of("POST", "create_org", "PATCH", "update_org", "DELETE", "delete_org")
                  .get(method),
              () -> creates ? organizations : organization(organizations, method),
              creates ? json("name", "older") : method.equals("PATCH") ? "{}" : ""));
    }
    String groups = "/v2/enterprise/org-group-limits";
    all.put("PUT " + groups, new Write("set_org_group_limits", () -> groups, "{\"groups\":{}}"));
    String members = "/v2/enterprise/organizations/{org_id}/members";
    String at = members.replace("{org_id}", org.value());
    String add = json("user_ids", List.of("%s"));
    all.put("POST " + members, new Write("add_member", () -> at, add.formatted(human.get())));
    all.put(
        "DELETE " + members + "/{user_id}",
        new Write("delete_member", () -> at + "/" + added(at, add), ""));
  }

  private String organization(String all, String name) {
    String unused = "%s %d".formatted(name, COUNT.incrementAndGet());
    return all + "/" + old.post(all, "{\"name\":\"%s\"}".formatted(unused)).ok().text("/org_id");
  }

  private String added(String at, String body) {
    return old.post(at, body.formatted(human.get())).ok().text("/0/user_id");
  }

  private void put(
      Map<String, Write> all, String method, String at, String below, String action, String body) {
    all.put(
        "%s %s/{session_id}%s".formatted(method, at, below),
        new Write(action, () -> at + "/" + session.get() + below, body));
  }
}
