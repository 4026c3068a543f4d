package io.agentservice.server.context.mcp;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The MCP servers of an organization. */
class McpServersIT extends OnOrganization {
  private static final String STDIO = json("name", "files", "transport", "stdio", "command", "npx");

  private String servers;
  private ApiClient admin;

  @BeforeEach
  void paths() {
    servers = path("mcp-servers");
    admin = server.as(server.given().key(org, "org_admin"));
    admin.post(path("secrets"), json("key", "TOKEN", "value", "swordfish")).ok();
  }

  private Reply http(Object headers) {
    return admin.post(
        servers,
        json(
            "name",
            "tracker",
            "transport",
            "http",
            "url",
            "https://mcp.example.com/mcp",
            "headers",
            headers));
  }

  private Reply patch(Reply made, String body) {
    return admin.send("PATCH", one(made), body);
  }

  private String one(Reply made) {
    return servers + "/" + made.text("/mcp_server_id");
  }

  @Test
  void oneOfHttpNamesItsSecretAndNeverShowsIt() {
    var header = Map.of("name", "Authorization", "secret", "TOKEN", "prefix", "Bearer ");
    var made = http(List.of(header)).ok();
    assertThat(made.text("/url")).isEqualTo("https://mcp.example.com/mcp");
    assertThat(made.text("/headers/0/secret")).isEqualTo("TOKEN");
    assertThat(made.text("/headers/0/prefix")).isEqualTo("Bearer ");
    assertThat(made.text("/command")).isNull();
    assertThat(made.at("/allowed_tools").isNull()).isTrue();
    assertThat(made.at("/is_enabled").booleanValue()).isTrue();
    assertThat(made.text("/org_id")).isEqualTo(org.value());
    assertThat(made.body() + admin.get(servers).ok().body()).doesNotContain("swordfish");
    assertThat(server.given().dump("mcp_server") + server.given().dump("audit_log"))
        .doesNotContain("swordfish");
  }

  @Test
  void oneOfStdioHasProgramArgumentsAndSecrets() {
    var made =
        admin
            .post(
                servers,
                json(
                    "name",
                    "files",
                    "transport",
                    "stdio",
                    "command",
                    "npx",
                    "args",
                    List.of("-y", "server-files"),
                    "environment",
                    List.of("TOKEN", "TOKEN"),
                    "allowed_tools",
                    List.of("read")))
            .ok();
    assertThat(made.each("/args", "")).containsExactly("-y", "server-files");
    assertThat(made.each("/environment", "")).containsExactly("TOKEN");
    assertThat(made.each("/allowed_tools", "")).containsExactly("read");
  }

  @Test
  void everythingThatIsWrongIsTold() {
    admin.post(servers, "{}").invalid("body.name missing", "body.transport missing");
    admin
        .post(servers, json("name", "A b", "transport", "http"))
        .invalid("body.name pattern", "body.url missing");
    admin
        .post(servers, json("name", "a", "transport", "stdio", "url", "https://x"))
        .invalid("body.command missing", "body.url not_allowed");
    for (String url : List.of("ftp://x", "https://u:p@x/", "https://x/#a", "no", "http://")) {
      admin
          .post(servers, json("name", "a", "transport", "http", "url", url))
          .invalid("body.url format");
    }
    http(List.of(Map.of("name", "Host", "secret", "TOKEN")))
        .invalid("body.headers.0.name not_allowed");
    http(List.of(Map.of("name", "A", "secret", "NONE")))
        .invalid("body.headers.0.secret unknown_reference");
    http(List.of(Map.of("name", "A", "secret", "TOKEN"), Map.of("name", "a", "secret", "TOKEN")))
        .invalid("body.headers.1.name not_allowed");
    http(List.of(Map.of("name", "A", "secret", "TOKEN", "prefix", "a\r\nB: ")))
        .invalid("body.headers.0.prefix pattern");
    http(List.of("Bearer swordfish")).invalid("body.headers.0 type");
    admin
        .post(
            servers,
            json("name", "a", "transport", "stdio", "command", "c", "environment", List.of("NONE")))
        .invalid("body.environment.0 unknown_reference");
  }

  @Test
  void anAuthenticatorIsNoValueOfAHeader() {
    admin
        .post(path("secrets"), json("key", "CODES", "type", "totp", "value", "JBSWY3DPEHPK3PXP"))
        .ok();
    http(List.of(Map.of("name", "A", "secret", "CODES")))
        .invalid("body.headers.0.secret unknown_reference");
  }

  @Test
  void aChangeLeavesTheRestAndIsJudgedByWhatItMakes() {
    var made = http(List.of(Map.of("name", "X-Key", "secret", "TOKEN"))).ok();
    var changed = patch(made, json("url", "https://other.example.com/")).ok();
    assertThat(changed.text("/url")).isEqualTo("https://other.example.com/");
    assertThat(changed.text("/headers/0/name")).isEqualTo("X-Key");
    assertThat(patch(made, "{\"headers\":null}").ok().each("/headers", "")).isEmpty();
    patch(made, "{\"url\":null}").invalid("body.url inconsistent");
    patch(made, "{\"name\":null}").invalid("body.name missing");
    patch(made, json("command", "c")).invalid("body.command not_allowed");
    assertThat(patch(made, "{}").ok().text("/name")).isEqualTo("tracker");
  }

  @Test
  void namesAreUniqueInTheOrganization() {
    var files = admin.post(servers, STDIO).ok();
    admin.post(servers, STDIO).refused(409, "mcp_server_name_taken");
    var other = http(List.of()).ok();
    patch(other, json("name", "files")).refused(409, "mcp_server_name_taken");
    patch(files, json("name", "files")).ok();
    assertThat(admin.delete(one(files)).ok().text("/name")).isEqualTo("files");
    admin.delete(one(files)).refused(404, "mcp_server_not_found");
    patch(files, "{}").refused(404, "mcp_server_not_found");
    patch(other, json("name", "files")).ok();
  }

  @Test
  void anOrganizationHasAtMostTwenty() {
    IntStream.range(0, 20)
        .forEach(i ->
            admin.post(servers, json("name", "m" + i, "transport", "stdio", "command", "c")).ok());
    admin.post(servers, STDIO).invalid("body not_allowed");
  }

  @Test
  void membersReadThemAndAdministratorsWrite() {
    var made = admin.post(servers, STDIO).ok();
    assertThat(member.get(servers).ok().each("/name")).containsExactly("files");
    assertThat(member.get(one(made)).ok().text("/command")).isEqualTo("npx");
    member.post(servers, STDIO).refused(403, "permission_denied");
    member.send("PATCH", one(made), "{}").refused(403, "permission_denied");
    member.delete(one(made)).refused(403, "permission_denied");
  }

  @Test
  void anotherOrganizationsIsAsIfItWereNotThere() {
    var made = admin.post(servers, STDIO).ok();
    var other = server.given().organization();
    String foreign = "/v3/organizations/" + other + "/mcp-servers/" + made.text("/mcp_server_id");
    server.admin().get(foreign).refused(404, "mcp_server_not_found");
    server.admin().send("PATCH", foreign, "{}").refused(404, "mcp_server_not_found");
    server.admin().delete(foreign).refused(404, "mcp_server_not_found");
    admin.get(one(made)).ok();
  }

  @Test
  void theListIsPagedNewestFirst() {
    for (String name : List.of("a", "b", "c")) {
      admin.post(servers, json("name", name, "transport", "stdio", "command", "x")).ok();
    }
    var first = member.get(servers + "?first=2").ok();
    assertThat(first.each("/name")).containsExactly("c", "b");
    assertThat(first.at("/total").longValue()).isEqualTo(3);
    assertThat(
            member.get(servers + "?first=2&after=" + first.text("/end_cursor")).ok().each("/name"))
        .containsExactly("a");
  }

  @Test
  void everyWriteIsAudited() {
    var made = admin.post(servers, STDIO).ok();
    patch(made, json("is_enabled", false)).ok();
    patch(made, json("is_enabled", true)).ok();
    patch(made, json("args", List.of("--root"))).ok();
    admin.delete(one(made)).ok();
    String id = made.text("/mcp_server_id");
    assertThat(
            server
                .given()
                .text(
                    "SELECT string_agg(action, ' ' ORDER BY created_at, audit_log_id) FROM audit_log WHERE data->>'mcp_server_id' = '%s'"
                        .formatted(id)))
        .isEqualTo(
            "mcp_server_install mcp_server_disable mcp_server_enable update_org_settings mcp_server_delete");
    assertThat(
            server
                .given()
                .text(
                    "SELECT data->'changes'->'args'->>'new' FROM audit_log WHERE action = 'update_org_settings' AND data->>'mcp_server_id' = '%s'"
                        .formatted(id)))
        .isEqualTo("[\"--root\"]");
  }

  private Reply oauth(Object oauth, Object headers) {
    return admin.post(
        servers,
        json(
            "name",
            "tracker",
            "transport",
            "http",
            "url",
            "https://mcp.example.com/mcp",
            "headers",
            headers,
            "oauth",
            oauth));
  }

  @Test
  void anAccountIsNamedShownWithoutItsSecretChangedAndTakenAway() {
    var account = Map.of("client_id", "us", "client_secret", "TOKEN", "scope", "read write");
    var made = oauth(account, List.of()).ok();
    assertThat(made.at("/oauth").toString())
        .isEqualTo(
            "{\"client_id\":\"us\",\"client_secret\":\"TOKEN\",\"token_url\":null,\"scope\":\"read write\"}");
    String url = "https://id.example.com/token";
    var moved =
        json("oauth", Map.of("client_id", "us", "client_secret", "TOKEN", "token_url", url));
    assertThat(patch(made, moved).ok().text("/oauth/token_url")).isEqualTo(url);
    assertThat(patch(made, json("name", "other")).ok().text("/oauth/token_url")).isEqualTo(url);
    assertThat(patch(made, "{\"oauth\":null}").ok().at("/oauth").isNull()).isTrue();
  }

  @Test
  void anAccountThatIsNoneIsRefusedWhereItIsWrong() {
    oauth("us", List.of()).invalid("body.oauth type");
    oauth(Map.of("client_id", "us"), List.of()).invalid("body.oauth.client_secret missing");
    oauth(Map.of("client_id", "us", "client_secret", "NONE"), List.of())
        .invalid("body.oauth.client_secret unknown_reference");
    oauth(
            Map.of("client_id", "us", "client_secret", "TOKEN", "token_url", "https://u@x.org/"),
            List.of())
        .invalid("body.oauth.token_url format");
    oauth(Map.of("client_id", "us", "client_secret", "TOKEN", "scope", "a  b"), List.of())
        .invalid("body.oauth.scope pattern");
    oauth(
            Map.of("client_id", "us", "client_secret", "TOKEN"),
            List.of(Map.of("name", "authorization", "secret", "TOKEN")))
        .invalid("body.oauth not_allowed");
    admin
        .post(
            servers,
            json(
                "name",
                "files",
                "transport",
                "stdio",
                "command",
                "npx",
                "oauth",
                Map.of("client_id", "us", "client_secret", "TOKEN")))
        .invalid("body.oauth not_allowed");
  }
}
