package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Nobody makes, changes or ends what may do more than he himself (auth.md 4). Every route that may
 * change what callers may do is in one of these tables, so that a new one can't be forgotten.
 */
class StrongerOnesIT extends OnOrganization {
  private static final String MEMBERS = "/v3/enterprise/members/";
  private static final String IN_ORG = "/v3/enterprise/organizations/{org_id}/members/";
  private static final String OWN = "/v3beta1/organizations/{org_id}/members/";
  private static final String ROBOTS = "/v3beta1/enterprise/service-users";
  private static final String KEYS = ROBOTS + "/{service_user_id}/api-keys";
  private static final String KEY = KEYS + "/{api_key_id}";

  /** Why a route acts on nobody who could be stronger; by how its path begins or all of it. */
  private static final Map<String, String> WITHOUT =
      Map.ofEntries(
          Map.entry("/v3beta1/self/", "a human's own keys"),
          Map.entry("/v3/enterprise/idp-groups", "a name; one that holds a role can't be deleted"),
          Map.entry("/v3/enterprise/ip-access-list", "addresses"),
          Map.entry("/v3/enterprise/consumption/acu-limits/", "amounts"),
          Map.entry("/v3/enterprise/org-group-limits", "amounts"),
          Map.entry("/v3/enterprise/organizations", "gives no role but to who makes one"),
          Map.entry("/v3/enterprise/organizations/{org_id}", "by a permission of its own"),
          Map.entry("/v1/", "an organization's things, which hold no rights"),
          Map.entry("/sessions/", "of version 1"),
          Map.entry("/v2/", "asks for all permissions"));

  /**
   * A request about somebody stronger.
   *
   * @param path with names filled in
   */
  record Attempt(String path, String body) {}

  /** Makes what an attempt is about. */
  @FunctionalInterface
  interface Making {
    Attempt get();
  }

  /** For each route, attempts; what they are about is made anew by each call. */
  private final Map<String, List<Making>> others =
      Map.ofEntries(
          acts("PATCH " + MEMBERS + "users/{user_id}", () -> on(admin("users"), "account_member")),
          acts("DELETE " + MEMBERS + "users/{user_id}", () -> on(admin("users"), "")),
          acts(
              "POST " + MEMBERS + "users",
              () ->
                  new Attempt(
                      MEMBERS + "users",
                      json(
                          "emails",
                          List.of(org + "@b.example"),
                          "enterprise_role_id",
                          "account_admin"))),
          acts(
              "POST " + MEMBERS + "service-users/{service_user_id}",
              () -> on(plain("service-users"), "account_admin")),
          acts(
              "PATCH " + MEMBERS + "service-users/{service_user_id}",
              () -> on(admin("service-users"), "account_member")),
          acts(
              "DELETE " + MEMBERS + "service-users/{service_user_id}",
              () -> on(admin("service-users"), ""),
              () -> on(localWorkers(), ""),
              () -> on(plain("service-users"), "")),
          acts(
              "POST " + MEMBERS + "idp-groups/{idp_group_name}",
              () -> on(MEMBERS + "idp-groups/" + group(), "account_admin")),
          acts(
              "PATCH " + MEMBERS + "idp-groups/{idp_group_name}",
              () -> on(admin("idp-groups"), "account_member")),
          acts(
              "DELETE " + MEMBERS + "idp-groups/{idp_group_name}",
              () -> on(admin("idp-groups"), ""),
              () -> on(MEMBERS + "idp-groups/" + groupWith("account_member", "org_admin"), "")),
          acts(
              "POST " + IN_ORG + "users/{user_id}",
              () -> on(inOrg("users/" + people().elsewhere()), "org_admin")),
          acts("PATCH " + IN_ORG + "users/{user_id}", () -> on(orgAdmin("users"), weak("org"))),
          acts("DELETE " + IN_ORG + "users/{user_id}", () -> on(orgAdmin("users"), "")),
          acts(
              "POST " + OWN + "users",
              () -> byAddress(people().elsewhere(), "org_admin"),
              () -> byAddress(people().admin(), weak("org"))),
          acts(
              "POST " + OWN + "users/{user_id}",
              () -> on(own(people().elsewhere()), "org_admin"),
              () -> on(own(people().admin()), weak("org"))),
          acts(
              "PATCH " + OWN + "users/{user_id}",
              () -> on(own(server.given().human(org, "org_admin").value()), weak("org")),
              () -> on(own(people().adminHere(weak("org"))), weak("org")),
              () -> on(own(adminByGroup()), weak("org"))),
          acts(
              "DELETE " + OWN + "users/{user_id}",
              () -> on(own(server.given().human(org, "org_admin").value()), ""),
              () -> on(own(people().adminHere(weak("org"))), ""),
              () -> on(own(adminByGroup()), "")),
          acts(
              "POST " + IN_ORG + "service-users/{service_user_id}",
              () -> on(inOrg("service-users/" + people().robotElsewhere()), "org_admin")),
          acts(
              "PATCH " + IN_ORG + "service-users/{service_user_id}",
              () -> on(orgAdmin("service-users"), weak("org"))),
          acts(
              "DELETE " + IN_ORG + "service-users/{service_user_id}",
              () -> on(orgAdmin("service-users"), "")),
          acts(
              "POST " + IN_ORG + "idp-groups/{idp_group_name}",
              () -> on(inOrg("idp-groups/" + groupWith("account_member", null)), "org_admin")),
          acts(
              "PATCH " + IN_ORG + "idp-groups/{idp_group_name}",
              () ->
                  on(inOrg("idp-groups/" + groupWith("account_member", "org_admin")), weak("org"))),
          acts(
              "DELETE " + IN_ORG + "idp-groups/{idp_group_name}",
              () -> on(inOrg("idp-groups/" + groupWith("account_member", "org_admin")), "")),
          acts(
              "POST /v3/enterprise/roles",
              () -> new Attempt("/v3/enterprise/roles", roleBody("enterprise", "ManageBilling"))),
          acts(
              "PATCH /v3/enterprise/roles/{role_id}",
              () -> new Attempt(strongRole(), json("permissions", List.of("ReadAccountMeta"))),
              () ->
                  new Attempt(
                      "/v3/enterprise/roles/" + weak("enterprise"),
                      json("permissions", List.of("ManageBilling")))),
          acts("DELETE /v3/enterprise/roles/{role_id}", () -> new Attempt(strongRole(), "")),
          acts(
              "POST " + ROBOTS,
              () -> new Attempt(ROBOTS, robot(role("enterprise", "ManageBilling")))),
          acts(
              "POST /v3beta1/organizations/{org_id}/service-users",
              () ->
                  new Attempt(
                      "/v3beta1/organizations/%s/service-users".formatted(org),
                      robot("org_member"))),
          acts(
              "POST " + KEYS,
              () -> new Attempt(keysOf(admin("service-users")), json("name", "k")),
              () -> new Attempt(keysOf(plain("service-users")), json("name", "k")),
              () -> new Attempt(keysOf(localWorkers()), json("name", "k"))),
          acts(
              "DELETE " + KEY,
              () -> new Attempt(keyOf(admin("service-users")), ""),
              () -> new Attempt(keyOf(plain("service-users")), ""),
              () -> new Attempt(keyOf(localWorkers()), "")),
          acts(
              "POST " + KEY + "/rotate",
              () -> new Attempt(keyOf(admin("service-users")) + "/rotate", "{}"),
              () -> new Attempt(keyOf(plain("service-users")) + "/rotate", "{}"),
              () -> new Attempt(keyOf(localWorkers()) + "/rotate", "{}")));

  private final Map<String, List<Making>> attempts =
      new StrongerRobots(() -> server, () -> org, () -> weak("org")).with(others);

  private int made;

  private static Map.Entry<String, List<Making>> acts(String route, Making... attempts) {
    return Map.entry(route, List.of(attempts));
  }

  private static String named(Route route) {
    return route.method().name() + " " + route.path();
  }

  private Stream<Route> routes() {
    return server.routes().stream()
        .filter(route -> route.changesAccess() && !route.method().name().equals("GET"));
  }

  @Test
  void everyRouteThatChangesWhatCallersMayDoIsHere() {
    assertThat(
            routes()
                .filter(route -> !attempts.containsKey(named(route)))
                .filter(route ->
                    WITHOUT.keySet().stream().noneMatch(path -> covers(path, route.path())))
                .map(StrongerOnesIT::named))
        .isEmpty();
    assertThat(server.routes().stream().map(StrongerOnesIT::named)).containsAll(attempts.keySet());
  }

  /** An organization's own things, such as its tags, hold no rights. */
  private static boolean covers(String path, String ofRoute) {
    return path.endsWith("/")
        ? ofRoute.startsWith(path)
        : ofRoute.equals(path)
            || (path.endsWith("{org_id}")
                && ofRoute.startsWith(path + "/")
                && !ofRoute.contains("/members/"))
            || ofRoute.startsWith(path + "/{");
  }

  @TestFactory
  Stream<DynamicTest> thePermissionOfTheRouteIsNotEnoughForSomebodyStronger() {
    return server.routes().stream()
        .filter(route -> attempts.containsKey(named(route)))
        .flatMap(route ->
            attempts.get(named(route)).stream()
                .map(attempt ->
                    DynamicTest.dynamicTest(
                        named(route),
                        () -> {
                          String method = route.method().name();
                          var caller = holderOf(route.access());
                          var wanted = attempt.get();
                          String before = everybody();
                          caller
                              .send(method, wanted.path(), wanted.body())
                              .refused(403, "role_exceeds_caller");
                          assertThat(everybody()).isEqualTo(before);
                          server.admin().send(method, wanted.path(), wanted.body()).ok();
                          assertThat(everybody()).isNotEqualTo(before);
                        })));
  }

  /** Those of version 2 ask for all that there is, so nobody is stronger. */
  @TestFactory
  Stream<DynamicTest> version2IsForWhoHoldsEverything() {
    var all =
        Stream.of(Permission.values())
            .filter(one -> one != Permission.VIEW_ENTERPRISE_INFRA_DETAILS)
            .map(Permission::wireName)
            .toArray(String[]::new);
    var human = server.given().human(org, "org_admin");
    server.given().role(human, null, role("enterprise", all));
    var almost = server.as(server.given().legacyKey(human, org));
    return routes()
        .filter(route -> route.path().startsWith("/v2/"))
        .map(route ->
            DynamicTest.dynamicTest(
                named(route),
                () ->
                    almost
                        .send(route.method().name(), route.path().replaceAll("\\{[^/]+}", "x"), "")
                        .refused(403, "permission_denied")));
  }

  /** What nobody may have changed. */
  private String everybody() {
    String keys =
        server
            .given()
            .text(
                "SELECT string_agg(key_id || ' ' || coalesce(revoked_at::text, ''), ';' ORDER BY key_id) FROM api_key");
    return String.join(
        "\n",
        keys,
        server.given().dump("role_assignment"),
        server.given().dump("role"),
        server.given().dump("human"),
        server.given().dump("service_user"),
        server.given().dump("idp_group"));
  }

  /** A caller with nothing but one of the permissions of the route. */
  private ApiClient holderOf(Access access) {
    return switch (access) {
      case Access.InAccount(var anyOf) ->
          server.as(server.given().accountKey(role("enterprise", names(anyOf))));
      case Access.InOrganization(var anyOf) ->
          server.as(server.given().key(org, role("org", names(anyOf))));
      default -> throw new AssertionError("who may call a route of " + access);
    };
  }

  private static String[] names(Set<Permission> anyOf) {
    return Permission.names(anyOf).toArray(String[]::new);
  }

  private String roleBody(String type, String... permissions) {
    return "{\"role_name\":\"%s %s %d\",\"role_type\":\"%s\",\"permissions\":%s}"
        .formatted(type, org, ++made, type, Json.MAPPER.writeValueAsString(permissions));
  }

  private String role(String type, String... permissions) {
    return server
        .admin()
        .post("/v3/enterprise/roles", roleBody(type, permissions))
        .ok()
        .text("/role_id");
  }

  /** A role that everybody may give: of the account, or an organization's, seen by its members. */
  private String weak(String type) {
    return role(type, type.equals("org") ? "ViewOrgMembership" : "ReadAccountMeta");
  }

  private String strongRole() {
    return "/v3/enterprise/roles/" + role("enterprise", "ManageBilling");
  }

  private String robot(String role) {
    return json("name", org + " " + ++made, "role_id", role, "ttl_seconds", 60);
  }

  private static Attempt on(String path, String role) {
    return new Attempt(path, role.isEmpty() ? "" : json("role_id", role));
  }

  private String inOrg(String below) {
    return IN_ORG.replace("{org_id}", org.value()) + below;
  }

  private StrongerPeople people() {
    return new StrongerPeople(server, org);
  }

  private String own(String human) {
    return OWN.replace("{org_id}", org.value()) + "users/" + human;
  }

  private Attempt byAddress(String human, String role) {
    String users = OWN.replace("{org_id}", org.value()) + "users";
    return new Attempt(users, json("email", people().addressOf(human), "role_id", role));
  }

  /** Who administers the organization by a group, beside a role that everybody may take. */
  private String adminByGroup() {
    return people().inGroup(weak("org"), groupWith("account_member", "org_admin"));
  }

  /** An administrator of the account. */
  private String admin(String kind) {
    return MEMBERS
        + kind
        + "/"
        + switch (kind) {
          case "users" -> people().admin();
          case "service-users" -> server.given().serviceUser(null, "account_admin").value();
          default -> groupWith("account_admin", null);
        };
  }

  /** Who is a member of the organization, and no more. */
  private String plain(String kind) {
    return MEMBERS + kind + "/" + server.given().serviceUser(org, "org_member").value();
  }

  private String orgAdmin(String kind) {
    return inOrg(
        kind
            + "/"
            + (kind.equals("users")
                ? server.given().human(org, "org_admin").value()
                : server.given().serviceUser(org, "org_admin").value()));
  }

  /** As the installation makes it for the workers of its own machine. */
  private String localWorkers() {
    return MEMBERS + "service-users/" + server.given().serviceUser(null, "outposts_machine");
  }

  private String group() {
    String name = "group-" + org + "-" + ++made;
    server.admin().post("/v3/enterprise/idp-groups", json("idp_group_names", List.of(name))).ok();
    return name;
  }

  private String groupWith(String ofAccount, String ofOrg) {
    String name = group();
    String role = json("role_id", "%s");
    server.admin().post(MEMBERS + "idp-groups/" + name, role.formatted(ofAccount)).ok();
    if (ofOrg != null) {
      server.admin().post(inOrg("idp-groups/" + name), role.formatted(ofOrg)).ok();
    }
    return name;
  }

  private static String keysOf(String serviceUser) {
    return ROBOTS + serviceUser.substring(serviceUser.lastIndexOf('/')) + "/api-keys";
  }

  private String keyOf(String serviceUser) {
    String keys = keysOf(serviceUser);
    return keys + "/" + server.admin().post(keys, "{\"name\":\"k\"}").ok().text("/api_key_id");
  }
}
