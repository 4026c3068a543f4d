package io.agentservice.server.agent.driver.mcp;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.mcp.McpEndpoint;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.mcp.McpServers;
import io.agentservice.server.context.secrets.Secrets;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.testing.OnOrganization;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What a session is given of its organization's servers. */
@Isolated("counts what all of the process decrypts")
class SessionMcpIT extends OnOrganization {
  private final Vault vault = new Vault(MasterKey.fresh());
  private Database database;
  private String servers;
  private SessionId session;

  @BeforeEach
  void open() {
    database = server.openDatabase();
    session = Id.create(SessionId.class);
    servers = path("mcp-servers");
    String id =
        server
            .admin()
            .post(path("secrets"), json("key", "TOKEN", "value", "anything"))
            .ok()
            .text("/secret_id");
    byte[] value = "swordfish".getBytes(StandardCharsets.UTF_8);
    server
        .given()
        .update(
            "UPDATE secret SET value = ? WHERE secret_id = ?",
            vault.encrypt(value, "secret " + id),
            id);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private McpEndpoint.Target only(String policy, Set<String> variables) {
    var endpoints = endpoints(policy, variables);
    assertThat(endpoints).hasSize(1);
    return endpoints.getFirst().target();
  }

  private List<McpEndpoint> endpoints(String policy, Set<String> keys) {
    var secrets = new Secrets(database, vault);
    var sources =
        new McpSources(
            new McpServers(database, secrets),
            new SessionMcpServers(database),
            secrets,
            new OutsideHttp(new OutsideHosts(Set.of(), "AGENT_MCP_PRIVATE_HOSTS")),
            _ -> new AllowedHosts(policy));
    return new SessionMcp(
            sources,
            org,
            session,
            () -> keys.stream().map(key -> new NewSession.Secret(key, "its " + key, true)).toList())
        .endpoints();
  }

  private McpEndpoint.Target only() {
    return only("{\"enabled\":false,\"allow\":[]}", Set.of());
  }

  private String http() {
    var header = Map.of("name", "Authorization", "secret", "TOKEN", "prefix", "Bearer ");
    String body =
        json(
            "name",
            "a",
            "transport",
            "http",
            "url",
            "https://mcp.example.com/",
            "headers",
            List.of(header));
    return server.admin().post(servers, body).ok().text("/mcp_server_id");
  }

  @Test
  void aHeaderHasItsSecretInClearAndIsNotPrinted() {
    http();
    var target = (McpEndpoint.Http) only();
    assertThat(target.headers().getFirst().prefix()).isEqualTo("Bearer ");
    assertThat(target.headers().getFirst().secret()).isEqualTo("swordfish");
    assertThat(target.toString() + target.headers()).doesNotContain("swordfish");
  }

  @Test
  void noOtherSecretIsOpenedForIt() {
    for (String other : List.of("OTHER", "ANOTHER")) {
      server.admin().post(path("secrets"), json("key", other, "value", "v")).ok();
    }
    http();
    long before = Vault.decryptions();
    only();
    assertThat(Vault.decryptions() - before).isEqualTo(1);
  }

  @Test
  void withoutItsSecretAServerIsNotUsed() {
    http();
    server.given().update("DELETE FROM secret WHERE org_id = ?", org.value());
    assertThat(only())
        .isEqualTo(
            new McpEndpoint.Unusable(
                "the secret TOKEN of its header Authorization is gone, or can't stand in a header"));
  }

  @Test
  void theNetworkPolicyHoldsForIt() {
    http();
    assertThat(only("{\"enabled\":true,\"allow\":[{\"hostname\":\"a.org\"}]}", Set.of()))
        .isEqualTo(new McpEndpoint.Unusable("the network policy does not allow mcp.example.com"));
    assertThat(only("{\"enabled\":true,\"allow\":[{\"hostname\":\"*.example.com\"}]}", Set.of()))
        .isInstanceOf(McpEndpoint.Http.class);
  }

  @Test
  void aProgramGetsOnlyVariablesThatTheSessionHas() {
    server
        .admin()
        .post(
            servers,
            json(
                "name", "a", "transport", "stdio", "command", "c", "environment", List.of("TOKEN")))
        .ok();
    assertThat(only())
        .isEqualTo(new McpEndpoint.Unusable("the session does not have the secret TOKEN"));
    assertThat(only("{\"enabled\":false,\"allow\":[]}", Set.of("TOKEN")))
        .isEqualTo(new McpEndpoint.Program("c", List.of(), List.of("TOKEN")));
  }

  private void sessionWith(Object... servers) {
    var made =
        server
            .admin()
            .post(
                path("sessions"),
                json(
                    "prompt",
                    "p",
                    "session_secrets",
                    Map.of("MINE", "its MINE"),
                    "secret_ids",
                    List.of(),
                    "mcp_servers",
                    List.of(servers)))
            .ok();
    session = new SessionId(made.text("/session_id"));
  }

  @Test
  void aServerOfTheSessionHidesTheOrganizationsAndGetsSecretsOfTheSession() {
    http();
    var header = Map.of("name", "X-Key", "secret", "MINE");
    sessionWith(
        Map.of(
            "name",
            "a",
            "transport",
            "http",
            "url",
            "https://own.example.com/",
            "headers",
            List.of(header)),
        Map.of("name", "b", "transport", "stdio", "command", "c", "environment", List.of("MINE")));
    var endpoints = endpoints("{\"enabled\":false,\"allow\":[]}", Set.of("MINE"));
    assertThat(endpoints).extracting(McpEndpoint::name).containsExactly("a", "b");
    var http = (McpEndpoint.Http) endpoints.getFirst().target();
    assertThat(http.url().getHost()).isEqualTo("own.example.com");
    assertThat(http.headers().getFirst().secret()).isEqualTo("its MINE");
    assertThat(endpoints.getLast().target())
        .isEqualTo(new McpEndpoint.Program("c", List.of(), List.of("MINE")));
  }

  /** Whoever may only use sessions would get at what sessions are not given. */
  @Test
  void aServerOfTheSessionGetsNoSecretThatTheSessionDoesNotHave() {
    var header = Map.of("name", "X-Key", "secret", "TOKEN");
    sessionWith(
        Map.of(
            "name",
            "a",
            "transport",
            "http",
            "url",
            "https://own.example.com/",
            "headers",
            List.of(header)));
    assertThat(only())
        .isEqualTo(
            new McpEndpoint.Unusable(
                "the secret TOKEN of its header X-Key is gone, or can't stand in a header"));
  }

  @Test
  void anAccountIsGivenWithItsSecretAndIsNotPrinted() {
    server
        .admin()
        .post(
            servers,
            json(
                "name",
                "a",
                "transport",
                "http",
                "url",
                "https://mcp.example.com/",
                "oauth",
                Map.of("client_id", "us", "client_secret", "TOKEN", "scope", "read")))
        .ok();
    var target = (McpEndpoint.Http) only();
    var grant = Objects.requireNonNull(target.grant());
    assertThat(grant.secret()).isEqualTo("swordfish");
    assertThat(grant.scope()).isEqualTo("read");
    assertThat(grant.tokenUrl()).isNull();
    assertThat(grant.allowed().test("anywhere.example.com")).isTrue();
    assertThat(target + " " + grant).doesNotContain("swordfish");
    server.given().update("DELETE FROM secret WHERE org_id = ?", org.value());
    assertThat(only())
        .isEqualTo(new McpEndpoint.Unusable("the secret TOKEN of its account is gone"));
  }

  @Test
  void oneThatIsOffIsNotThere() {
    String id = http();
    server.admin().send("PATCH", servers + "/" + id, json("is_enabled", false)).ok();
    var secrets = new Secrets(database, vault);
    assertThat(new McpServers(database, secrets).enabled(org)).isEmpty();
  }
}
