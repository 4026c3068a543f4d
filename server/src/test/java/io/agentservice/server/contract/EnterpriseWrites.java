package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.contract.EveryWrite.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** How the account's own things are written, for {@link EveryWrite}. */
final class EnterpriseWrites {
  private EnterpriseWrites() {}

  static Map<String, Write> of(EveryWrite test) {
    var all = new HashMap<String, Write>();
    String organizations = "/v3/enterprise/organizations";
    IntFunction<String> organization = json("name", "audited %d")::formatted;
    all.putAll(test.thing("org", organizations, "/org_id", organization));
    all.put(
        "PATCH " + organizations + "/{org_id}",
        EveryWrite.write(
            "update_org",
            () -> test.made(organizations, "/org_id", organization.apply(++test.made)),
            "{}"));
    String ranges = "/v3/enterprise/ip-access-list";
    for (String method : List.of("POST", "PUT", "DELETE")) {
      all.put(
          method + " " + ranges,
          EveryWrite.write(
              "update_enterprise_settings",
              () -> ranges,
              method.equals("DELETE") ? "" : json("ip_ranges", List.of("127.0.0.1"))));
    }
    for (String word : List.of("agent", "devin")) {
      String limit = "/v3/enterprise/consumption/acu-limits/" + word + "/organizations/{org_id}";
      String acus = "{\"cycle_acu_limit\":1000}";
      all.put("PUT " + limit, EveryWrite.write("update_org_settings", () -> test.at(limit), acus));
      all.put(
          "DELETE " + limit,
          EveryWrite.write(
              "update_org_settings", () -> test.after("PUT", test.at(limit), acus), ""));
    }
    String groups = "/v3/enterprise/org-group-limits";
    all.put(
        "PUT " + groups, EveryWrite.write("set_org_group_limits", () -> groups, "{\"groups\":{}}"));
    return all;
  }
}
