package io.agentservice.server.engine.sessions.mcp;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** MCP servers that a session is given when it is made. */
class SessionMcpServersIT extends OnOrganization {
  private static final Map<String, Object> TRACKER =
      Map.of(
          "name",
          "tracker",
          "transport",
          "http",
          "url",
          "https://mcp.example.com/mcp",
          "headers",
          List.of(Map.of("name", "Authorization", "secret", "MINE", "prefix", "Bearer ")));

  private Reply session(Object servers) {
    return server
        .admin()
        .post(
            path("sessions"),
            json(
                "prompt",
                "p",
                "session_secrets",
                Map.of("MINE", "swordfish"),
                "mcp_servers",
                servers));
  }

  private List<?> kept(Reply made) {
    try (var database = server.openDatabase()) {
      return new SessionMcpServers(database).of(new SessionId(made.text("/session_id")));
    }
  }

  @Test
  void theyAreKeptWithTheNamesOfTheirSecretsOnly() {
    var files =
        Map.of("name", "files", "transport", "stdio", "command", "npx", "args", List.of("."));
    var made = session(List.of(TRACKER, files)).ok();
    assertThat(kept(made).toString())
        .contains("tracker", "https://mcp.example.com/mcp", "MINE", "files", "npx");
    assertThat(server.given().dump("session_mcp_server") + server.given().dump("audit_log"))
        .doesNotContain("swordfish");
  }

  @Test
  void aForkHasThoseOfItsOrigin() {
    var made = session(List.of(TRACKER)).ok();
    var fork =
        server
            .admin()
            .post(path("sessions/" + made.text("/session_id") + "/fork"), json("message", "on"))
            .ok();
    assertThat(kept(fork)).isEqualTo(kept(made)).hasSize(1);
  }

  @Test
  void oneThatIsWrongIsToldAtItsPlaceAndNoSessionIsMade() {
    session("x").invalid("body.mcp_servers type");
    session(List.of("x")).invalid("body.mcp_servers.0 type");
    session(List.of(TRACKER, Map.of("name", "a", "transport", "http")))
        .invalid("body.mcp_servers.1.url missing");
    session(List.of(TRACKER, TRACKER)).invalid("body.mcp_servers.1.name duplicate");
    session(
            List.of(
                Map.of(
                    "name",
                    "a",
                    "transport",
                    "http",
                    "url",
                    "https://a.org/",
                    "headers",
                    List.of(Map.of("name", "X", "secret", "OTHER")))))
        .invalid("body.mcp_servers.0.headers.0.secret unknown_reference");
    session(Collections.nCopies(21, TRACKER)).invalid("body.mcp_servers too_long");
    assertThat(server.admin().get(path("sessions")).ok().each("/session_id")).isEmpty();
  }
}
