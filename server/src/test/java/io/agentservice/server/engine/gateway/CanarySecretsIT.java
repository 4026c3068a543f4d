package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Fifty secrets through every input that takes one, said by the machine and the model in clear, in
 * base64, as in an address and as in JSON: none is found anywhere afterwards.
 */
@Isolated("reads the log of the whole process")
class CanarySecretsIT extends OnOutpost {
  private static final ToServer.Hello HELLO =
      new ToServer.Hello("4f0c1d2a9b33", "linux", "/srv", List.of("exec", "browser"), List.of());

  private final OpenAiWireServer model = new OpenAiWireServer();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<String> canaries = new ArrayList<>();

  @Override
  protected Map<String, String> settings() {
    return model.settings("gpt-5");
  }

  @AfterAll
  void close() {
    model.close();
    http.shutdownNow(); // close() would wait for connections of remotes
  }

  /** A value that looks different in each form. */
  private String canary() {
    String value = "Canary %02d/of+\"fifty\"\\é".formatted(canaries.size());
    canaries.add(value);
    return value;
  }

  private static String quoted(Object value) {
    return Json.MAPPER.writeValueAsString(value);
  }

  private static List<String> forms(String value) {
    String json = quoted(value);
    return List.of(
        value,
        Base64.getEncoder().encodeToString(value.getBytes(UTF_8)),
        URLEncoder.encode(value, UTF_8),
        json.substring(1, json.length() - 1));
  }

  private String forms() {
    return canaries.stream()
        .flatMap(value -> forms(value).stream())
        .collect(Collectors.joining("\n"));
  }

  /** Through version 3 and 1, as every type, and by requests that are refused. */
  private void keep() {
    String body = "{\"key\":\"%s\",\"value\":%s,\"type\":\"%s\"}";
    for (int i = 0; i < 10; i++) {
      member.post(path("secrets"), body.formatted("K" + i, quoted(canary()), "key-value")).ok();
      member.post(path("secrets"), body.formatted("C" + i, quoted(canary()), "cookie")).ok();
      var old = member.post("/v1/secrets", body.formatted("V" + i, quoted(canary()), "key-value"));
      assertThat(old.status()).isEqualTo(201);
    }
    var entries = new LinkedHashMap<String, String>();
    for (int i = 0; i < 10; i++) {
      entries.put("D" + i, canary());
    }
    String dictionary = body.formatted("D", quoted(quoted(entries)), "dictionary");
    var repeated = member.with("Idempotency-Key", "of-the-dictionary");
    assertThat(repeated.post(path("secrets"), dictionary).ok().body())
        .isEqualTo(repeated.post(path("secrets"), dictionary).ok().body());
    member
        .post(path("secrets"), body.formatted("no name", quoted(canaries.getFirst()), "key-value"))
        .invalid("body.key pattern");
  }

  private String newSession() {
    var own = new ArrayList<Map<String, String>>();
    for (int i = 0; i < 10; i++) {
      own.add(Map.of("key", "S" + i, "value", canary()));
    }
    assertThat(canaries).hasSize(50);
    String body =
        "{\"prompt\":%s,\"title\":%s,\"session_secrets\":%s}"
            .formatted(quoted(forms()), quoted(canaries.getLast()), quoted(own));
    return member
        .with("Idempotency-Key", "of-the-session")
        .post(path("sessions"), body)
        .ok()
        .text("/session_id");
  }

  @Test
  void noneIsInDatabaseLogEventsOrAnswers() throws Exception {
    try (var log = new LogCapture()) {
      keep();
      String id = newSession();
      String session = path("sessions/" + id);
      model.call("call-1", "browser", json("action", "read")).ask(forms());
      var gateway =
          URI.create(server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id);
      var remote = Peer.connect(http, gateway, token(claim(id, "w")));
      remote.say(HELLO);
      remote.hear(ToRemote.Welcome.class);
      var browse = remote.hear(ToRemote.Browse.class);
      remote.say(new ToServer.Browsed(browse.id(), "http://x/", "title", forms(), List.of(), null));
      await(() -> "waiting_for_user".equals(admin.get(session).ok().text("/status_detail")));
      admin.post(session + "/messages", "{\"message\":%s}".formatted(quoted(forms()))).ok();

      for (String page :
          List.of(
              session,
              session + "/events",
              session + "/messages",
              path("sessions"),
              path("secrets"))) {
        none(page, admin.get(page).ok().body());
      }
      none("/v1/secrets", member.get("/v1/secrets").ok().body());
      none("what the model is told", model.requests().toString());
      for (String table : tables()) {
        none(table, server.given().dump(table));
      }
      none("the log", String.join("\n", log.from(Level.DEBUG)));
    }
  }

  private List<String> tables() {
    String names =
        server
            .given()
            .text(
                "SELECT string_agg(quote_ident(table_name), ',') FROM information_schema.tables"
                    + " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'");
    assertThat(names).contains("event", "secret", "idempotency", "audit_log");
    return List.of(names.split(",", -1));
  }

  private void none(String where, String text) {
    for (String value : canaries) {
      for (String form : forms(value)) {
        assertThat(text.contains(form)).as("%s says %s", where, form).isFalse();
      }
    }
  }
}
