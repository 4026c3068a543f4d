package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What an organization keeps reaches its sessions: the machine, the model, or neither. */
class KeptForSessionsIT extends OnOutpost {
  private static final String SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  private final OpenAiWireServer model = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    return model.settings("gpt-5");
  }

  @AfterAll
  void close() {
    model.close();
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  private void secret(String key, String value, String type) {
    member.post(path("secrets"), json("key", key, "value", value, "type", type)).ok();
  }

  @Test
  void valuesReachTheMachineThePlaybookTheModelAndASeedNobody() throws Exception {
    secret("TOKEN", "swordfish", "key-value");
    secret("a cookie", "session=4711; path=/", "cookie");
    secret("D", json("USER", "alice-at-work"), "dictionary");
    secret("VPN", SEED, "totp");
    String playbook =
        member
            .post(path("playbooks"), json("name", "Release", "body", "Bump the version."))
            .ok()
            .text("/playbook_id");
    model.call("call-1", "one_time_code", json("name", "VPN")).ask("Signed in.");
    String id =
        member
            .post(
                path("sessions"),
                """
                {"prompt":"Go","playbook_id":"%s","session_secrets":{"USER":"bob-of-this-one"}}
                """
                    .formatted(playbook))
            .ok()
            .text("/session_id");
    var gateway =
        URI.create(server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id);

    var remote = Peer.connect(http, gateway, token(claim(id, "w")));
    remote.say(new ToServer.Hello("4f0c1d2a9b33", "linux", "/srv", List.of("exec"), List.of()));

    assertThat(remote.hear(ToRemote.Welcome.class).environment())
        .containsOnly(Map.entry("TOKEN", "swordfish"), Map.entry("USER", "bob-of-this-one"));
    await(() ->
        "waiting_for_user".equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
    assertThat(model.requests().getFirst().body().toString())
        .contains("Bump the version.", "one_time_code");
    assertThat(admin.get(path("sessions/" + id + "/events")).ok().body())
        .containsPattern("\"text\":\"[0-9]{6}\"");
    for (String table : List.of("event", "message", "session", "secret")) {
      assertThat(server.given().dump(table)).as(table).doesNotContain(SEED, "swordfish");
    }
    assertThat(model.requests().toString()).doesNotContain(SEED, "swordfish", "session=4711");
  }
}
