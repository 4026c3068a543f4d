package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static java.util.Map.entry;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.contract.EveryWrite.Write;
import io.agentservice.server.testing.TestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The writes of members and their roles, for {@link EveryWrite}. */
record MemberWrites(TestServer server, OrgId org) {

  Map<String, Write> all() {
    String all = "/v3/enterprise/members/";
    String ofOrg = "/v3/enterprise/organizations/{org_id}/members/";
    String user = "users/{user_id}";
    String robot = "service-users/{service_user_id}";
    String orgRole = json("role_id", "org_admin");
    String role = json("role_id", "account_member");
    String inOrg = ofOrg.replace("{org_id}", "%s");
    var writes = withOwn(ofGroups());
    writes.putAll(
        Map.ofEntries(
            entry(
                "POST " + all + "users",
                new Write(
                    "add_enterprise_member",
                    () -> all + "users",
                    json(
                        "emails", List.of("a@b.example"), "enterprise_role_id", "account_member"))),
            entry("PATCH " + all + user, new Write("assign_roles", () -> all + user(null), role)),
            entry("DELETE " + all + user, new Write("delete_member", () -> all + user(null), "")),
            entry(
                "POST " + ofOrg + user,
                new Write("add_member", () -> inOrg.formatted(org) + user(null), orgRole)),
            entry(
                "PATCH " + ofOrg + user,
                new Write("assign_roles", () -> inOrg.formatted(org) + user(org), orgRole)),
            entry(
                "DELETE " + ofOrg + user,
                new Write("delete_member", () -> inOrg.formatted(org) + user(org), "")),
            entry(
                "POST " + all + robot,
                new Write(
                    "assign_service_user_role",
                    () -> all + "service-users/" + server.given().serviceUser(org, "org_member"),
                    role)),
            entry(
                "PATCH " + all + robot,
                new Write(
                    "assign_service_user_role", () -> all + "service-users/" + robot(), role)),
            entry(
                "DELETE " + all + robot,
                new Write("delete_service_user", () -> all + "service-users/" + robot(), "")),
            entry(
                "POST " + ofOrg + robot,
                new Write(
                    "assign_service_user_role",
                    () -> inOrg.formatted(org) + "service-users/" + robot(),
                    orgRole)),
            entry(
                "PATCH " + ofOrg + robot,
                new Write(
                    "assign_service_user_role",
                    () -> inOrg.formatted(org) + robotOfOrg(),
                    orgRole)),
            entry(
                "DELETE " + ofOrg + robot,
                new Write(
                    "remove_service_user_role", () -> inOrg.formatted(org) + robotOfOrg(), ""))));
    return writes;
  }

  /** These, and those of an organization's own administrators. */
  private Map<String, Write> withOwn(Map<String, Write> others) {
    String own = "/v3beta1/organizations/{org_id}/members/users";
    String users = own.replace("{org_id}", org.value());
    String one = own + "/{user_id}";
    String role = json("role_id", "org_admin");
    var writes = new HashMap<>(others);
    writes.put(
        "POST " + own,
        new Write("add_member", () -> users, json("email", someone(), "role_id", "org_admin")));
    writes.put("POST " + one, new Write("add_member", () -> users + "/" + human(null), role));
    writes.put("PATCH " + one, new Write("assign_roles", () -> users + "/" + human(org), role));
    writes.put("DELETE " + one, new Write("delete_member", () -> users + "/" + human(org), ""));
    return writes;
  }

  /** Each about a group of its own. */
  private Map<String, Write> ofGroups() {
    String registered = "/v3/enterprise/idp-groups";
    String all = "/v3/enterprise/members/idp-groups/";
    String ofOrg = "/v3/enterprise/organizations/{org_id}/members/idp-groups/";
    String inOrg = ofOrg.replace("{org_id}", org.value());
    String one = "{idp_group_name}";
    String role = json("role_id", "account_member");
    String orgRole = json("role_id", "org_member");
    return Map.of(
        "POST " + registered,
        new Write(
            "add_group_membership", () -> registered, json("idp_group_names", List.of("new"))),
        "DELETE " + registered + "/" + one,
        new Write("delete_group_membership", () -> registered + "/" + group("a"), ""),
        "POST " + all + one,
        new Write("add_group_membership", () -> all + group("b"), role),
        "PATCH " + all + one,
        new Write("update_group_membership", () -> all + group("c", all), role),
        "DELETE " + all + one,
        new Write("delete_group_membership", () -> all + group("d", all), ""),
        "POST " + ofOrg + one,
        new Write("add_group_membership", () -> inOrg + group("e", all), orgRole),
        "PATCH " + ofOrg + one,
        new Write("update_group_membership", () -> inOrg + group("f", all, inOrg), orgRole),
        "DELETE " + ofOrg + one,
        new Write("delete_group_membership", () -> inOrg + group("g", all, inOrg), ""));
  }

  /** A group with roles in these places. */
  private String group(String noun, String... places) {
    String name = noun + "-" + org;
    server.admin().post("/v3/enterprise/idp-groups", json("idp_group_names", List.of(name)));
    for (String place : places) {
      String role = place.contains("organizations") ? "org_member" : "account_member";
      server.admin().post(place + name, json("role_id", role)).ok();
    }
    return name;
  }

  private String user(OrgId of) {
    return "users/" + human(of);
  }

  private UserId human(OrgId of) {
    return server.given().human(of, of == null ? "account_member" : "org_member");
  }

  /** The address of somebody of the account. */
  private String someone() {
    String human = server.given().human(null, "account_member").value();
    String email = human + "@b.example";
    server.given().update("UPDATE human SET email = ? WHERE user_id = ?", email, human);
    return email;
  }

  private String robot() {
    return server.given().serviceUser(null, "account_member").value();
  }

  private String robotOfOrg() {
    return "service-users/" + server.given().serviceUser(org, "org_member");
  }
}
