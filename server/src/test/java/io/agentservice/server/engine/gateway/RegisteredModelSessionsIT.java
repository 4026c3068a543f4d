package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.AnthropicWireServer;
import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import io.agentservice.wire.frames.ToRemote;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that run with a model of their organization, which changes or goes meanwhile. */
class RegisteredModelSessionsIT extends OnOutpost {
  private static final String KEY = "sk-the-key-of-this-organization";

  private final HttpClient http = HttpClient.newHttpClient();
  private OpenAiWireServer model;
  private OpenAiWireServer other;

  /** The loopback is trusted by its address, and by no name. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_MODEL_PRIVATE_HOSTS", "127.0.0.1");
  }

  @BeforeEach
  void start() {
    model = new OpenAiWireServer();
    other = new OpenAiWireServer();
    admin.post(path("secrets"), json("key", "MODEL_KEY", "value", KEY)).ok();
  }

  @AfterEach
  void stop() {
    model.close();
    other.close();
  }

  @AfterAll
  void close() {
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  private Reply register(String provider, String url) {
    return admin
        .post(
            path("registered-models"),
            """
            {"name":"own","provider":"%s","provider_model":"their-model","base_url":"%s","key_secret":"MODEL_KEY",
             "input_price":100,"output_price":200,"cache_read_price":0,"cache_write_price":0,"effort":"low"}
            """
                .formatted(provider, url))
        .ok();
  }

  /** A session with the model that does not have its key among its secrets; its id. */
  private String session(String name) {
    return member
        .post(path("sessions"), json("prompt", "p", "model", name, "secret_ids", List.of()))
        .ok()
        .text("/session_id");
  }

  private Peer connect(String id) throws Exception {
    var url = server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    return Peer.greeted(http, URI.create(url), token(claim(id, "w")));
  }

  private void awaitDetail(String id, String detail) {
    await(() -> detail.equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
  }

  private String end(String id) {
    return server
        .given()
        .text(
            "SELECT data->>'code' || ': ' || (data->>'reason') FROM event WHERE session_id = '%s' AND type = 'suspended'"
                .formatted(id));
  }

  @Test
  void itIsAskedAtItsAddressWithItsKeyAndCostsWhatIsRegistered() throws Exception {
    register("openai", model.baseUrl());
    model.ask("The key is " + KEY + ", is it not?");
    String id = session("own");
    var _ = connect(id);
    awaitDetail(id, "waiting_for_user");

    var request = model.lastRequest();
    assertThat(request.headers()).containsEntry("authorization", "Bearer " + KEY);
    assertThat(request.body().path("model").asString()).isEqualTo("their-model");
    assertThat(request.body().path("reasoning_effort").asString()).isEqualTo("low");
    assertThat(request.body().toString()).doesNotContain(KEY);
    // Ten tokens in and five out of each reply make a fifth of a cent.
    assertThat(admin.get(path("sessions/" + id)).ok().at("/model_dollars").doubleValue())
        .isEqualTo(0.002);
    for (String table : List.of("event", "message", "session", "audit_log", "registered_model")) {
      assertThat(server.given().dump(table)).as(table).doesNotContain(KEY);
    }
    assertThat(server.given().dump("event")).contains("The key is [secret:MODEL_KEY]");
  }

  @Test
  void oneOfTheOtherProtocolIsAskedInIt() throws Exception {
    try (var anthropic = new AnthropicWireServer()) {
      register("anthropic", anthropic.baseUrl());
      anthropic.ask("Well?");
      String id = session("registered:own");
      var _ = connect(id);
      awaitDetail(id, "waiting_for_user");

      var request = anthropic.lastRequest();
      assertThat(request.headers()).containsEntry("x-api-key", KEY);
      assertThat(request.body().at("/output_config/effort").asString()).isEqualTo("low");
    }
  }

  @Test
  void aRunningSessionGoesByAChangeFromItsNextCallOn() throws Exception {
    var made = register("openai", model.baseUrl());
    model.call("call-1", "bash", json("command", "true"));
    other.ask("Done.");
    String id = session("own");
    var remote = connect(id);
    var command = remote.hear(ToRemote.Exec.class);

    String change = json("base_url", other.baseUrl(), "provider_model", "newer", "output_price", 0);
    admin.send("PATCH", path("registered-models/") + made.text("/model_id"), change).ok();
    remote.exited(command.id(), 0, 0);

    awaitDetail(id, "waiting_for_user");
    assertThat(model.requests()).hasSize(1);
    assertThat(other.lastRequest().body().path("model").asString()).isEqualTo("newer");
    assertThat(admin.get(path("sessions/" + id)).ok().at("/model_dollars").doubleValue())
        .isEqualTo(0.003);
  }

  @Test
  void whereItIsDeletedTheSessionSleepsAndGoesOnWithAnotherOfThatName() throws Exception {
    var made = register("openai", model.baseUrl());
    model.call("call-1", "bash", json("command", "true"));
    String id = session("own");
    var remote = connect(id);
    var command = remote.hear(ToRemote.Exec.class);

    admin.delete(path("registered-models/") + made.text("/model_id")).ok();
    remote.exited(command.id(), 0, 0);

    awaitDetail(id, "error");
    assertThat(end(id)).startsWith("model_gone: the model own of this session is not registered");

    register("openai", other.baseUrl());
    other.ask("Done.");
    member.post(path("sessions/" + id + "/messages"), json("message", "Go on.")).ok();
    var _ = connect(id);
    awaitDetail(id, "waiting_for_user");
    assertThat(other.lastRequest().body().toString()).contains("call-1", "Go on.");
  }

  @Test
  void withoutItsKeyItIsNotAsked() throws Exception {
    register("openai", model.baseUrl());
    String id = session("own");
    server.given().update("DELETE FROM secret WHERE org_id = ?", org.value());
    var _ = connect(id);
    awaitDetail(id, "error");
    assertThat(end(id)).startsWith("model_auth: the secret MODEL_KEY, which is the key of");
    assertThat(model.requests()).isEmpty();
  }

  /** Another one of the organization, of the other protocol, stands in for the first. */
  private void standIn(AnthropicWireServer anthropic) {
    String second =
        """
        {"name":"second","provider":"anthropic","provider_model":"second-model","base_url":"%s","key_secret":"SECOND_KEY",
         "input_price":1000,"output_price":2000,"cache_read_price":0,"cache_write_price":0}
        """
            .formatted(anthropic.baseUrl());
    admin.post(path("secrets"), json("key", "SECOND_KEY", "value", "sk-another-key")).ok();
    admin.post(path("registered-models"), second).ok();
    String first = register("openai", model.baseUrl()).text("/model_id");
    admin.send("PATCH", path("registered-models/" + first), json("fallback", "second")).ok();
  }

  @Test
  void whereItRefusesTheNextOneIsAskedWithTheSameConversation() throws Exception {
    try (var anthropic = new AnthropicWireServer()) {
      standIn(anthropic);
      model.call("call:1", "bash", json("command", "true"));
      model.fail(401, "invalid_api_key", "no");
      anthropic.ask("Who has sk-another-key?");
      String id = session("own");
      var remote = connect(id);
      remote.exited(remote.hear(ToRemote.Exec.class).id(), 0, 0);
      awaitDetail(id, "waiting_for_user");

      var request = anthropic.lastRequest();
      assertThat(request.headers()).containsEntry("x-api-key", "sk-another-key");
      assertThat(request.body().at("/messages/1/content/0/id").asString()).isEqualTo("call_1");
      assertThat(request.body().at("/messages/2/content/0/tool_use_id").asString())
          .isEqualTo("call_1");
      assertThat(
              server
                  .given()
                  .text(
                      "SELECT data->>'model' || ' ' || (data->>'code') FROM event WHERE session_id = '%s' AND type = 'model_changed'"
                          .formatted(id)))
          .isEqualTo("anthropic:second-model model_auth");
      // Each by its own price: a fifth of a cent of the first, two cents of the second.
      assertThat(admin.get(path("sessions/" + id)).ok().at("/model_dollars").doubleValue())
          .isEqualTo(0.022);
      assertThat(server.given().dump("event"))
          .doesNotContain("sk-another-key")
          .contains("Who has [secret:SECOND_KEY]?");
    }
  }

  @Test
  void whereItIsDeletedWhileTheSessionRunsTheNextOneIsAskedToo() throws Exception {
    try (var anthropic = new AnthropicWireServer()) {
      standIn(anthropic);
      model.call("call-1", "bash", json("command", "true"));
      anthropic.ask("Well?");
      String id = session("own");
      var remote = connect(id);
      var command = remote.hear(ToRemote.Exec.class);
      var all = admin.get(path("registered-models")).ok();
      int own = all.each("/name").indexOf("own");
      admin.delete(path("registered-models/") + all.text("/items/%d/model_id".formatted(own))).ok();
      remote.exited(command.id(), 0, 0);

      awaitDetail(id, "waiting_for_user");
      assertThat(anthropic.requests()).hasSize(1);
    }
  }

  @Test
  void whereThatOneFailsTooTheSessionSleepsForTheFirstOnesReason() throws Exception {
    try (var anthropic = new AnthropicWireServer()) {
      standIn(anthropic);
      model.fail(401, "invalid_api_key", "the first says no");
      anthropic.fail(403, "permission_error", "the second says no");
      String id = session("own");
      var _ = connect(id);
      awaitDetail(id, "error");
      assertThat(end(id)).startsWith("model_auth: ").contains("the first says no");
      assertThat(anthropic.requests()).hasSize(1);
    }
  }

  @Test
  void anAddressInsideIsNotAskedUnlessTheInstallationTrustsIt() throws Exception {
    register("openai", model.baseUrl().replace("127.0.0.1", "localhost"));
    String id = session("own");
    var _ = connect(id);
    awaitDetail(id, "error");
    assertThat(end(id)).startsWith("model_refused: ").contains("AGENT_MODEL_PRIVATE_HOSTS");
    assertThat(model.requests()).isEmpty();
  }
}
