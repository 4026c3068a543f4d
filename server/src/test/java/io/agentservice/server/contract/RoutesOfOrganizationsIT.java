package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Method;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * Every route of the table by itself, so that a new one is in it: refused without its permission
 * (item 9), to a stranger (items 11 and 112), and for an id of another organization (item 10).
 */
class RoutesOfOrganizationsIT extends OnOutpost {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");
  private static final String PROMPT = json("prompt", "p");
  private static final String PLAYBOOK = json("title", "p", "body", "b");
  private static final String MCP = json("name", "m%d", "transport", "stdio", "command", "tools");
  private static final String MODEL =
      json("name", "m%d", "provider", "openai", "provider_model", "x", "base_url", "https://x.org");
  private static final String NOTE = json("name", "n", "body", "b", "trigger", "t");
  private static final String DAILY = json("prompt", "p", "cron_schedule", "0 9 * * *");

  private final Map<Set<Permission>, String> keysWithout = new HashMap<>();
  private OrgId other;
  private int count;

  /** How a thing of the other organization is made; its id. */
  private final Map<String, Supplier<String>> makers =
      Map.ofEntries(
          Map.entry("session_id", () -> made("sessions", PROMPT, "session_id")),
          Map.entry("note_id", () -> made("knowledge/notes", NOTE, "note_id")),
          Map.entry("folder_id", () -> made("knowledge/folders", json("name", "f%d"), "folder_id")),
          Map.entry("playbook_id", () -> made("playbooks", PLAYBOOK, "playbook_id")),
          Map.entry(
              "secret_id", () -> made("secrets", json("key", "K%d", "value", "v"), "secret_id")),
          Map.entry("schedule_id", () -> made("schedules", DAILY, "schedule_id")),
          Map.entry("mcp_server_id", () -> made("mcp-servers", MCP, "mcp_server_id")),
          Map.entry("model_id", () -> made("registered-models", MODEL, "model_id")),
          Map.entry("uuid", this::attachment),
          Map.entry("repository_path", this::repository),
          Map.entry("user_id", () -> server.given().human(other, "org_member").value()),
          Map.entry(
              "service_user_id", () -> server.given().serviceUser(other, "org_member").value()));

  @BeforeEach
  void anotherOrganization() {
    other = server.given().organization();
  }

  private String attachment() {
    return admin
        .upload("/v3/organizations/%s/attachments".formatted(other), "x", new byte[1])
        .ok()
        .text("/attachment_id");
  }

  /** One that the other organization may read. */
  private String repository() {
    String connection =
        admin
            .post(
                "/v3/enterprise/git-providers/connections",
                json("git_provider_type", "github_token", "host", "127.0.0.1:1", "token", "t"))
            .ok()
            .text("/git_connection_id");
    String path = "foreign/" + other.value().replaceFirst(".*-", "");
    admin
        .put(
            "/v3/enterprise/organizations/%s/git-providers/permissions".formatted(other),
            json(
                "permissions", List.of(fields("git_connection_id", connection, "repo_path", path))))
        .ok();
    return path;
  }

  private String made(String below, String body, String id) {
    return admin
        .post("/v3/organizations/%s/%s".formatted(other, below), body.formatted(++count))
        .ok()
        .text("/" + id);
  }

  private Stream<Route> routes(Class<? extends Access> kind) {
    return server.routes().stream()
        .filter(route -> kind.isInstance(route.access()))
        .filter(route -> !route.path().startsWith("/v2/")); // of administrators alone
  }

  private static Set<Permission> anyOf(Route route) {
    return switch (route.access()) {
      case Access.InOrganization(var anyOf) -> anyOf;
      case Access.InKeyOrganization(var anyOf) -> anyOf;
      case Access.InAccount(var anyOf) -> anyOf;
      case Access.InOrganizationOfThing(var anyOf) -> anyOf;
      case Access.Open _, Access.SignedIn _, Access.Page _, Access.OpenPage _ -> Set.of();
    };
  }

  private static Reply send(ApiClient caller, Route route, String path) {
    String method = route.method().name();
    boolean bare = method.equals("GET") || method.equals("DELETE");
    return caller.send(method, path, bare ? "" : "{\"name\":1}");
  }

  private String pathIn(OrgId of, Route route) {
    return route.path().replace("{org_id}", of.value()).replaceAll("\\{[^/]+}", "x");
  }

  private static DynamicTest test(Route route, Executable check) {
    return DynamicTest.dynamicTest(route.method() + " " + route.path(), check);
  }

  @TestFactory
  Stream<DynamicTest> everythingButThePermissionIsNotEnough() {
    return routes(Access.class)
        .filter(route -> !anyOf(route).isEmpty())
        .map(route ->
            test(
                route,
                () -> {
                  var asked = anyOf(route);
                  boolean ofAccount = route.access() instanceof Access.InAccount;
                  // Version 1 takes keys of organizations only, which hold nothing in the account.
                  boolean old =
                      ofAccount
                          && Stream.of("/v1/", "/enterprise/").anyMatch(route.path()::startsWith);
                  var caller =
                      server.as(
                          old
                              ? server.given().key(org, "org_admin")
                              : keysWithout.computeIfAbsent(
                                  asked, _ -> keyWithout(asked, ofAccount)));
                  var refused =
                      send(caller, route, pathIn(org, route)).refused(403, "permission_denied");
                  String names = String.join(" or ", Permission.names(asked));
                  assertThat(refused.text("/required_permission")).isEqualTo(names);
                  boolean ofThing = route.access() instanceof Access.InOrganizationOfThing;
                  String where = ofThing ? "the organization of this thing" : org.value();
                  assertThat(refused.text("/detail"))
                      .contains(names, ofAccount ? "the account" : where);
                }));
  }

  /** The key of one who may do all that has nothing to do with those permissions. */
  private String keyWithout(Set<Permission> without, boolean ofAccount) {
    var names =
        Arrays.stream(Permission.values())
            .filter(
                one -> one.scope() == (ofAccount ? Permission.Scope.ACCOUNT : Permission.Scope.ORG))
            .filter(one -> one.closure().stream().noneMatch(without::contains))
            .map(Permission::wireName)
            .toList();
    String role =
        admin
            .post(
                "/v3/enterprise/roles",
                "{\"role_name\":\"without %s\",\"role_type\":\"%s\",\"permissions\":%s}"
                    .formatted(
                        Permission.names(without) + org.value(),
                        ofAccount ? "enterprise" : "org",
                        Json.MAPPER.writeValueAsString(names)))
            .ok()
            .text("/role_id");
    return ofAccount ? server.given().accountKey(role) : server.given().key(org, role);
  }

  @TestFactory
  Stream<DynamicTest> aStrangersOrganizationIsNotToBeFound() {
    var stranger = server.as(server.given().key(other, "org_admin"));
    return routes(Access.class)
        .filter(route -> !anyOf(route).isEmpty() && route.path().contains("{org_id}"))
        .map(route ->
            test(
                route,
                () -> {
                  var forbidden = send(stranger, route, pathIn(org, route));
                  assertThat(forbidden.refused(404, "organization_not_found").text("/detail"))
                      .contains("forbidden");
                  var unknown = pathIn(new OrgId("org-" + "0".repeat(32)), route);
                  assertThat(blurred(send(stranger, route, unknown))).isEqualTo(blurred(forbidden));
                }));
  }

  @TestFactory
  Stream<DynamicTest> theEnterpriseIsClosedToWhoHoldsNothingInTheAccount() {
    var stranger = server.as(server.given().key(other, "org_admin"));
    return routes(Access.InAccount.class)
        .filter(route -> !route.path().contains("{org_id}"))
        .map(route ->
            test(
                route,
                () -> send(stranger, route, pathIn(org, route)).refused(403, "permission_denied")));
  }

  @TestFactory
  Stream<DynamicTest> anIdOfAnotherOrganizationLooksLikeOneThatNeverExisted() {
    var key = server.as(server.given().key(org, "org_admin"));
    return routes(Access.class)
        .filter(route ->
            route.access() instanceof Access.InOrganization
                || route.access() instanceof Access.InKeyOrganization)
        .filter(route -> route.path().replace("{org_id}", "").contains("{"))
        .filter(route -> !takesAnybodyOfTheAccount(route))
        .map(route ->
            test(
                route,
                () -> {
                  String ours = route.path().replace("{org_id}", org.value());
                  var name = NAME.matcher(ours);
                  assertThat(name.find()).isTrue();
                  var maker = makers.get(name.group(1));
                  assertThat(maker).as("how a thing with %s is made", name.group()).isNotNull();
                  String foreign = maker.get();
                  String unknown = foreign.replaceFirst("[0-9a-f]{32}$", "0".repeat(32));
                  var answer = send(key, route, fill(ours, foreign));
                  assertThat(answer.status()).as(answer.body()).isEqualTo(404);
                  assertThat(answer.text("/code")).endsWith("_not_found");
                  assertThat(blurred(answer))
                      .isEqualTo(blurred(send(key, route, fill(ours, unknown))));
                  assertThat(blurred(answer))
                      .isEqualTo(blurred(send(admin(route, key), route, fill(ours, foreign))));
                }));
  }

  /** Who is added to an organization is elsewhere in the account (ADR 0103). */
  private static boolean takesAnybodyOfTheAccount(Route route) {
    return route.method() == Method.POST && route.path().endsWith("/members/users/{user_id}");
  }

  /** He sees the other organization as well; through this one's path he does not. */
  private ApiClient admin(Route route, ApiClient otherwise) {
    return route.path().contains("{org_id}") ? admin : otherwise;
  }

  private static String fill(String path, String id) {
    return path.replaceFirst("\\{\\w+}", id).replaceAll("\\{\\w+}", "x");
  }

  private static String blurred(Reply reply) {
    return reply.status() + reply.body().replaceAll("[0-9a-f]{32}", "ID");
  }
}
