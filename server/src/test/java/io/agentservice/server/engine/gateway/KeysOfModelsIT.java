package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.AnthropicWireServer;
import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.llm.WireServer;
import io.agentservice.server.testing.OnOutpost;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions with a model that has two keys, of which one is refused. */
class KeysOfModelsIT extends OnOutpost {
  private static final String FIRST = "sk-the-first-of-two-keys";
  private static final String SECOND = "sk-the-second-of-two-keys";

  private final HttpClient http = HttpClient.newHttpClient();
  private OpenAiWireServer model;
  private String id;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_MODEL_PRIVATE_HOSTS", "127.0.0.1");
  }

  @BeforeEach
  void register() {
    model = new OpenAiWireServer();
    admin.post(path("secrets"), json("key", "FIRST_KEY", "value", FIRST)).ok();
    admin.post(path("secrets"), json("key", "SECOND_KEY", "value", SECOND)).ok();
    var keys = List.of("FIRST_KEY", "SECOND_KEY");
    var own =
        json(
            "name", "own",
            "provider", "openai",
            "provider_model", "m",
            "base_url", model.baseUrl(),
            "key_secrets", keys);
    id = admin.post(path("registered-models"), own).ok().text("/model_id");
  }

  @AfterEach
  void stop() {
    model.close();
  }

  @AfterAll
  void close() {
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  /** One that does not have the keys among its secrets. */
  private String begin() throws Exception {
    String begun =
        member
            .post(path("sessions"), json("prompt", "p", "model", "own", "secret_ids", List.of()))
            .ok()
            .text("/session_id");
    connect(begun);
    return begun;
  }

  private void connect(String session) throws Exception {
    var url = server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + session;
    var _ = Peer.greeted(http, URI.create(url), token(claim(session, "w")));
  }

  private void awaitDetail(String session, String detail) {
    await(() -> detail.equals(admin.get(path("sessions/" + session)).ok().text("/status_detail")));
  }

  private static List<String> asked(WireServer model) {
    return model.requests().stream()
        .map(request -> request.headers().get("authorization").replace("Bearer ", ""))
        .toList();
  }

  private String told(String session, String type, String field) {
    return server
        .given()
        .text(
            "SELECT coalesce(string_agg(data->>'%s', ' | ' ORDER BY seq), '') FROM event WHERE session_id = '%s' AND type = '%s'"
                .formatted(field, session, type));
  }

  @Test
  void whereTheFirstHasUsedUpWhatItMayTheSameCallGoesByTheNext() throws Exception {
    model.busy(Duration.ofMinutes(5));
    model.ask("Is it %s or %s?".formatted(FIRST, SECOND));
    String session = begin();
    awaitDetail(session, "waiting_for_user");

    assertThat(asked(model)).containsExactly(FIRST, SECOND);
    assertThat(model.requests().getLast().body()).isEqualTo(model.requests().getFirst().body());
    assertThat(told(session, "model_away", "reason"))
        .contains("HTTP 429", "the key FIRST_KEY rests for", "SECOND_KEY is asked with");
    assertThat(told(session, "model_away", "wait_millis")).isEqualTo("0");
    assertThat(told(session, "model_turn", "model")).isEqualTo("test-model");
    assertThat(server.given().dump("event"))
        .contains("Is it [secret:FIRST_KEY] or [secret:SECOND_KEY]?")
        .doesNotContain(FIRST, SECOND);

    model.ask("And now?");
    member.post(path("sessions/" + session + "/messages"), json("message", "Go on.")).ok();
    await(() -> told(session, "waiting", "message").endsWith("And now?"));
    assertThat(asked(model)).containsExactly(FIRST, SECOND, SECOND);

    model.ask("Another one?");
    awaitDetail(begin(), "waiting_for_user");
    assertThat(asked(model)).containsExactly(FIRST, SECOND, SECOND, SECOND);
  }

  @Test
  void whereAllAreRefusedTheSessionSleepsAndAMessageHasAllTriedAgain() throws Exception {
    model.fail(401, "invalid_api_key", "no such key");
    model.fail(403, "permission_denied", "not yours");
    String session = begin();
    awaitDetail(session, "error");
    assertThat(told(session, "suspended", "code")).isEqualTo("model_auth");
    assertThat(told(session, "suspended", "reason"))
        .contains("not yours", "all of the keys FIRST_KEY, SECOND_KEY are refused");
    assertThat(asked(model)).containsExactly(FIRST, SECOND);

    model.ask("Well?");
    member.post(path("sessions/" + session + "/messages"), json("message", "Go on.")).ok();
    connect(session);
    awaitDetail(session, "waiting_for_user");
    assertThat(asked(model)).containsExactly(FIRST, SECOND, FIRST);
  }

  @Test
  void whereAllAreRefusedTheModelThatStandsInIsAsked() throws Exception {
    try (var other = new AnthropicWireServer()) {
      var second =
          json(
              "name", "second",
              "provider", "anthropic",
              "provider_model", "m",
              "base_url", other.baseUrl());
      admin.post(path("registered-models"), second).ok();
      admin.send("PATCH", path("registered-models/" + id), json("fallback", "second")).ok();
      model.fail(401, "invalid_api_key", "no such key");
      model.fail(429, "insufficient_quota", "pay first");
      other.ask("Well?");
      String session = begin();
      awaitDetail(session, "waiting_for_user");

      assertThat(asked(model)).containsExactly(FIRST, SECOND);
      assertThat(other.requests()).hasSize(1);
      assertThat(told(session, "model_changed", "code")).isEqualTo("model_auth");
    }
  }

  @Test
  void oneWhoseSecretIsGoneIsLeftOut() throws Exception {
    server.given().update("DELETE FROM secret WHERE org_id = ? AND key = 'FIRST_KEY'", org.value());
    model.ask("Well?");
    awaitDetail(begin(), "waiting_for_user");
    assertThat(asked(model)).containsExactly(SECOND);

    server.given().update("DELETE FROM secret WHERE org_id = ?", org.value());
    String session = begin();
    awaitDetail(session, "error");
    assertThat(told(session, "suspended", "reason"))
        .startsWith("the secrets FIRST_KEY, SECOND_KEY, which are the keys of the model own");
  }

  @Test
  void oneOfTheAccountIsAskedWithItsOwnKeysWhichAreMasked() throws Exception {
    admin.delete(path("registered-models/" + id)).ok();
    String all = "/v3/enterprise/registered-models";
    String shared =
        server
            .admin()
            .post(
                all,
                json(
                    "name", "own",
                    "provider", "openai",
                    "provider_model", "m",
                    "base_url", model.baseUrl(),
                    "keys", List.of(FIRST, SECOND)))
            .ok()
            .text("/model_id");
    model.busy(Duration.ofMinutes(5));
    model.ask("Is it %s or %s?".formatted(FIRST, SECOND));
    String session = begin();
    awaitDetail(session, "waiting_for_user");
    assertThat(asked(model)).containsExactly(FIRST, SECOND);
    assertThat(told(session, "model_away", "reason")).contains("key 2 of the model own is asked");
    assertThat(told(session, "waiting", "message"))
        .isEqualTo("Is it [secret:key 1 of the model own] or [secret:key 2 of the model own]?");

    server.admin().delete(all + "/" + shared).ok();
    member.post(path("sessions/" + session + "/messages"), json("message", "Go on.")).ok();
    awaitDetail(session, "error");
    assertThat(told(session, "suspended", "code")).isEqualTo("model_gone");
  }
}
