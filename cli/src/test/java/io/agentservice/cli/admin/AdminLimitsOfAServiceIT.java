package io.agentservice.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.testing.OnService;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code agent admin} for limits, groups, access, git and figures, against a server. */
class AdminLimitsOfAServiceIT extends OnService {
  /** Would clear the screen. */
  private static final String CONTROL = "\u001b[2J\u0007";

  /** In place of the server's address; null for that. */
  private @Nullable String address;

  @Override
  protected Map<String, String> environment() {
    var environment = new HashMap<>(super.environment());
    if (address != null) {
      environment.put("AGENT_API_URL", address);
    }
    return environment;
  }

  private String organization(String name) {
    return json("admin", "org", "create", name).required("org_id");
  }

  private List<String> items(String field, String... arguments) {
    return json(arguments).objects("items").stream().map(item -> item.text(field)).toList();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  /** One line that says what is wrong, and such a code. */
  private void refused(int code, String words, String... arguments) {
    assertThat(run(arguments)).as(out + " " + err).isEqualTo(code);
    assertThat(err.toString()).startsWith("agent: ").contains(words);
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void theLimitOfAnOrganizationIsSetAndCleared() {
    String org = organization("Frugal");
    var largest = json("admin", "acu-limit", "set", org, "2147483647");
    assertThat(largest.text("cycle_acu_limit")).isEqualTo("2147483647");
    assertThat(run("admin", "acu-limit", "list")).isZero();
    assertThat(out.toString()).contains("org  " + org + "  2147483647\n");
    assertThat(run("admin", "acu-limit", "set", org, "0")).isZero();
    assertThat(items("cycle_acu_limit", "admin", "acu-limit", "list")).contains("0");
    refused(1, "cycle_acu_limit", "admin", "acu-limit", "set", org, "2147483648");
    refused(2, "'many'", "admin", "acu-limit", "set", org, "many");

    assertThat(json("admin", "acu-limit", "clear", org).text("org_id")).isEqualTo(org);
    assertThat(items("org_id", "admin", "acu-limit", "list")).doesNotContain(org);
    refused(1, "limit", "admin", "acu-limit", "clear", org);
  }

  @Test
  void aGroupOfOrganizationsIsWrittenWhileTheOthersStay() throws IOException {
    String red = organization("Red");
    String blue = organization("Blue");
    json("admin", "org-group", "set", "east" + CONTROL, "--of", red, "--acus", "2147483647");
    var west = json("admin", "org-group", "set", "west", "--of", blue);
    assertThat(west.list("org_ids")).containsExactly(blue);
    assertThat(west.text("max_cycle_acus")).isNull();
    assertThat(json("admin", "org-group", "set", "west", "--acus", "7").list("org_ids"))
        .containsExactly(blue);
    assertThat(run("admin", "org-group", "list")).isZero();
    assertThat(out.toString())
        .isEqualTo("2147483647  1 organizations  east\n7  1 organizations  west\n");
    assertThat(json("admin", "org-group", "show", "west").fields())
        .containsEntry("max_cycle_acus", 7L);
    refused(
        1,
        "in another group",
        "admin",
        "org-group",
        "set",
        "east" + CONTROL,
        "--of",
        red + "," + blue);
    refused(2, "is no number", "admin", "org-group", "set", "west", "--acus", "x");
    refused(1, "there is no group north", "admin", "org-group", "show", "north");

    assertThat(json("admin", "org-group", "delete", "west").text("name")).isEqualTo("west");
    assertThat(items("name", "admin", "org-group", "list")).containsExactly("east" + CONTROL);
    refused(1, "there is no group west", "admin", "org-group", "delete", "west");
    String groups = "{\"groups\":{\"all\":{\"org_ids\":[\"%s\"]}}}".formatted(blue);
    assertThat(items("name", "admin", "org-group", "replace", file("groups", groups)))
        .containsExactly("all");
    refused(2, "holds no JSON object", "admin", "org-group", "replace", file("groups", "[]"));
    refused(2, "there is no file", "admin", "org-group", "replace", "/nonexistent");
  }

  @Test
  void groupsOfTheProviderGetRoles() {
    String org = organization("Provided");
    String name = "eu/ops" + CONTROL;
    assertThat(items("idp_group_name", "admin", "idp-group", "register", name, "staff"))
        .containsExactly(name, "staff");
    assertThat(run("admin", "idp-group", "registered")).isZero();
    assertThat(out.toString()).isEqualTo("eu/ops\nstaff\n");
    refused(
        1, "account", "admin", "idp-group", "assign", name, "--role", "org_member", "--of", org);
    json("admin", "idp-group", "assign", name, "--role", "account_member");
    json("admin", "idp-group", "assign", name, "--role", "org_member", "--of", org);
    json("admin", "idp-group", "assign", name, "--role", "org_admin", "--of", org);
    assertThat(run("admin", "idp-group", "list")).isZero();
    assertThat(out.toString()).contains("eu/ops  account_member,org_admin@" + org + "\n");
    assertThat(items("idp_group_name", "admin", "idp-group", "list", "--of", org))
        .containsExactly(name);

    refused(1, "role", "admin", "idp-group", "delete", name);
    json("admin", "idp-group", "remove", name);
    assertThat(json("admin", "idp-group", "show", name).list("role_assignments")).isEmpty();
    assertThat(json("admin", "idp-group", "delete", name).text("idp_group_name")).isEqualTo(name);
    refused(1, "group", "admin", "idp-group", "show", name);
  }

  @Test
  void tagsOfAnOrganizationAreAllowedOneByOneAndAllAtOnce() {
    String org = organization("Tagged");
    String strange = "b\u202e";
    assertThat(json("admin", "org-tag", "show", org).fields())
        .containsEntry("tags", List.of())
        .containsEntry("default_tag", null);
    json("admin", "org-tag", "add", org, "a", strange);
    assertThat(json("admin", "org-tag", "default", org, "a").text("default_tag")).isEqualTo("a");
    assertThat(run("admin", "org-tag", "show", org)).isZero();
    assertThat(out.toString()).isEqualTo("a  (default)\nb\n");
    refused(1, "tag", "admin", "org-tag", "default", org, "c");
    refused(2, "say which tag", "admin", "org-tag", "default", org);
    assertThat(json("admin", "org-tag", "remove", org, strange).list("tags")).containsExactly("a");
    refused(1, "tag", "admin", "org-tag", "remove", org, strange);
    assertThat(json("admin", "org-tag", "default", org, "--none").text("default_tag")).isNull();

    json("admin", "org-tag", "replace", org, "default", "z");
    json("admin", "org-tag", "default", org, "z");
    refused(2, "named default", "admin", "org-tag", "remove", org, "default");
    assertThat(json("admin", "org-tag", "show", org).text("default_tag")).isEqualTo("z");
    assertThat(json("admin", "org-tag", "replace", org).list("tags")).isEmpty();
  }

  @Test
  void aChangeOfTagsThatCantBeShownAfterwardsIsToldOfAsDone() throws IOException {
    var service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          boolean read = exchange.getRequestMethod().equals("GET");
          answer(exchange, read ? 501 : 200, JsonObject.of("tags", List.of("a")));
        });
    during(
        service,
        () -> {
          refused(1, "the tags are allowed, but", "admin", "org-tag", "add", "org-1", "a");
          assertThat(err.toString()).contains("hint: see `agent admin org-tag show org-1`");
          refused(1, "no other, but", "admin", "org-tag", "replace", "org-1", "a");
          refused(1, "no longer, but", "admin", "org-tag", "remove", "org-1", "a");
          refused(1, "the default is set, but", "admin", "org-tag", "default", "org-1", "a");
          refused(1, "any more, but", "admin", "org-tag", "default", "org-1", "--none");
          refused(1, "501", "admin", "org-tag", "show", "org-1");
          assertThat(err.toString()).doesNotContain("but the tags");
        });
  }

  private static void answer(HttpExchange exchange, int status, JsonObject body)
      throws IOException {
    byte[] answer = body.toJson().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /** Commands speak with another service meanwhile. */
  private void during(HttpServer service, Runnable commands) {
    service.start();
    address = "http://127.0.0.1:" + service.getAddress().getPort();
    try {
      commands.run();
    } finally {
      address = null;
      service.stop(0);
    }
  }

  @Test
  void callersAreLetInFromTheListedAddresses() {
    assertThat(run("admin", "ip-access", "show")).isZero();
    assertThat(out.toString()).isEqualTo("from everywhere\n");
    json("admin", "ip-access", "replace", "10.1.0.0/16", "2001:db8::1");
    assertThat(run("admin", "ip-access", "add", "192.0.2.7")).isZero();
    assertThat(out.toString()).isEqualTo("10.1.0.0/16\n2001:db8::1/128\n192.0.2.7/32\n");
    refused(1, "ip_ranges", "admin", "ip-access", "replace", "10.1.0.0/99");
    refused(2, "<range>", "admin", "ip-access", "replace");
    assertThat(json("admin", "ip-access", "show").list("ip_ranges")).hasSize(3);
    assertThat(json("admin", "ip-access", "clear").list("ip_ranges")).isEmpty();
  }

  @Test
  void aGitHostIsConnectedByATokenThatIsNeitherArgumentNorAnswer() throws IOException {
    String org = organization("Coders");
    String token = file("token", "ghp_secret\n");
    String[] create = {
      "admin",
      "git-connection",
      "create",
      "github_token",
      "git.example",
      "--name",
      "ours" + CONTROL,
      "--token-file",
      token
    };
    String connection = json(create).required("git_connection_id");
    assertThat(out.toString()).doesNotContain("ghp_secret", CONTROL);
    assertThat(run("admin", "git-connection", "list")).isZero();
    assertThat(out.toString()).isEqualTo(connection + "  github_token  git.example  ours\n");

    String item = "{\"git_connection_id\":\"%s\",\"%s\":\"acme%s\"%s}";
    String all =
        String.join(
            ",",
            item.formatted(connection, "repo_path", "/site", ""),
            item.formatted(connection, "group_prefix", "/libs", ",\"read_only\":true"),
            item.formatted(connection, "prefix_path", "/x-", ""));
    String permissions = file("permissions", "{\"permissions\":[" + all + "]}");
    assertThat(run("admin", "git-permission", "replace", org, permissions)).isZero();
    String shown = out.toString();
    assertThat(shown.lines().map(line -> line.replaceAll("git-\\S+  ", "")))
        .containsExactly("false  acme/site", "true  acme/libs/", "false  acme/x-*");
    assertThat(run("admin", "git-permission", "list", org)).isZero();
    assertThat(out.toString().lines()).containsExactlyInAnyOrderElementsOf(shown.lines().toList());

    refused(1, "permission", "admin", "git-connection", "delete", connection);
    json("admin", "git-permission", "replace", org, file("permissions", "{\"permissions\":[]}"));
    json("admin", "git-connection", "delete", connection);
    create[create.length - 1] = file("token", "\n");
    refused(2, "the token is empty", create);
  }

  @Test
  void figuresAreThoseOfATime() {
    String org = organization("Counted");
    String[] sessions = {"admin", "metrics", "sessions", "--of", org};
    assertThat(json(sessions).text("sessions_created_count")).isEqualTo("0");
    assertThat(json("admin", "metrics", "prs").text("prs_merged_count")).isEqualTo("0");
    assertThat(
            json("admin", "metrics", "usage", "--since", "2026-01-01", "--until", "2026-02-01")
                .text("searches_count"))
        .isEqualTo("0");
    refused(1, "time_after", "admin", "metrics", "prs", "--since", "2999-01-01");
    refused(2, "SESSIONS, PRS, SEARCHES", "admin", "metrics", "speed");
  }

  @Test
  void violationsAreShownOneOnALineWhateverTheirTextHolds() throws IOException {
    assertThat(run("admin", "violation", "list", "--session", "s", "--oldest-first")).isZero();
    assertThat(run("admin", "violation", "list", "--of", organization("Guarded"))).isZero();
    assertThat(out.toString()).isEmpty();

    var violation =
        JsonObject.of(
            "violation_id",
            Long.MAX_VALUE,
            "created_at",
            253_402_300_799L,
            "action_taken",
            "blocked",
            "guardrail_id",
            "no-keys",
            "user_message",
            "rm" + CONTROL + "\n-rf");
    var page = JsonObject.of("items", List.of(violation.fields()), "has_next_page", false);
    var service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/v3beta1/enterprise/guardrail-violations", exchange -> answer(exchange, 200, page));
    during(
        service, () -> assertThat(run("admin", "violation", "list")).as(err.toString()).isZero());
    assertThat(out.toString())
        .isEqualTo("9223372036854775807  9999-12-31T23:59:59Z  blocked  no-keys  -  rm -rf\n");
  }
}
