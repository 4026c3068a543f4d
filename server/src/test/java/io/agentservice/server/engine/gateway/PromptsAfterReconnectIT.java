package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What a provider has cached of a session is of use also when another run goes on with it. */
class PromptsAfterReconnectIT extends OnOutpost {
  /** The column has another order of members, no exponents, and no character 0. */
  private static final String CALL =
      """
      {"items": [{"status": "doing", "text": "a\\u0000b"}], "weight": 1e10, "zero": -0.0, "least": 1.5e-7,
       "é": 1, "zz": [{"bb": 1.50, "a": 12345678.0}], "b": {"longer": null, "long": true}}
      """;

  private static final OpenAiWireServer MODEL = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  protected Map<String, String> settings() {
    return MODEL.settings("m");
  }

  @AfterAll
  static void stop() {
    MODEL.close();
  }

  @Test
  void theNextPromptBeginsAsTheLastOneOfTheRunBefore() throws Exception {
    MODEL.call("call-1", "plan", CALL).ask("Which?");
    String id = session();
    var url = URI.create(server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id);
    String token = token(claim(id, "w"));
    var first = Peer.greeted(http, url, token);
    await(() -> events(id, "waiting") == 1);
    first.socket.abort();

    MODEL.ask("And now?");
    var _ = Peer.greeted(http, url, token);
    member.post(path("sessions/" + id + "/messages"), json("message", "That one")).ok();
    await(() -> events(id, "waiting") == 2);

    var last = MODEL.requests().getLast().body();
    var before = MODEL.requests().get(1).body();
    assertThat(last.path("tools")).hasToString(before.path("tools").toString());
    int sent = before.path("messages").size();
    for (int i = 0; i < sent; i++) {
      assertThat(last.path("messages").path(i))
          .hasToString(before.path("messages").path(i).toString());
    }
    assertThat(events(id, "model_turn")).isEqualTo(3);
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM event WHERE session_id = ? AND data->>'broken' IS NOT NULL",
                    id))
        .isZero();
    http.shutdownNow();
  }

  private long events(String id, String type) {
    return server
        .given()
        .number("SELECT count(*) FROM event WHERE session_id = ? AND type = ?", id, type);
  }
}
