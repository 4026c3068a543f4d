package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.wire.frames.ToRemote;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whom the machine is told to name in commits, by who asked for the session. */
class RequesterInCommitsIT extends OnOutpost {
  private final OpenAiWireServer model = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    return model.settings("gpt-5");
  }

  @AfterAll
  void close() {
    model.close();
    http.shutdownNow();
  }

  /** What the machine of a session by that key is first told to run. */
  private String checkout(String key) throws Exception {
    var body = json("prompt", "p", "repos", List.of("git.example.com/acme/web"));
    String id = server.as(key).post(path("sessions"), body).ok().text("/session_id");
    var address = server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    var remote = Peer.greeted(http, URI.create(address), token(claim(id, "w")));
    return remote.hear(ToRemote.Exec.class).toString();
  }

  @Test
  void itIsTheHumanWithHisAddress() throws Exception {
    var human = server.given().human(org, "org_member");
    server
        .given()
        .update(
            "UPDATE human SET name = 'Ada', email = 'ada@example.com' WHERE user_id = ?",
            human.value());

    assertThat(checkout(server.given().personalToken(human)))
        .contains("co_author='Ada <ada@example.com>'\n");
  }

  @Test
  void itIsNobodyForAServiceUser() throws Exception {
    assertThat(checkout(server.given().key(org, "org_member"))).contains("co_author=''\n");
  }
}
