package io.agentservice.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens when the installation's own secrets get into a session. */
@Timeout(300) // several programs start, one after the other
class InstallationSecretsE2ET {
  private static final String MODEL_KEY = "sk-a-model-key-of-the-operator-0123456789";
  private static final String TOKEN = Installation.TOKEN;

  @TempDir Path directory;

  @Test
  void noneReachesAnEventAMessageAStreamAPageOrTheModel() throws Exception {
    try (var model = new RecordingModel();
        var installation = Installation.start(directory, settings(model))) {
      var secrets = secrets(installation);
      plant(installation.work(), secrets);
      installation.startWorker("worker");
      model.call("bash", "{\"command\":\"cat planted; cat planted >&2\"}");
      model.call("view", "{\"path\":\"planted\"}");
      model.call(
          "edit", "{\"path\":\"%s/new\",\"old_text\":\"\",\"new_text\":\"x\"}".formatted(TOKEN));
      model.call("finish", "{\"summary\":\"told %s and %s\"}".formatted(TOKEN, MODEL_KEY));
      String all = String.join(" ", secrets.values()).replace("\"", "'");
      var sessions = installation.client().sessions(installation.org());

      String id =
          sessions.create(JsonObject.of("prompt", "use " + all, "platform", "local"), null).id();
      installation.awaitStatus(id, "running", "finished");
      model.call("finish", "{\"summary\":\"again\"}");
      sessions.message(id, "and now " + all);
      installation.await("the second answer", () -> model.seen().contains("and now"));
      installation.awaitStatus(id, "running", "finished");

      assertThat(model.seen()).contains("[secret:AGENT_BOOTSTRAP_TOKEN]", "[secret:MASTER_KEY]");
      none(secrets, "events", installation.events(id).toString());
      none(secrets, "messages", sessions.messages(id, Query.NONE).items().toString());
      none(secrets, "session", installation.session(id).toString());
      none(secrets, "stream", stream(installation, id));
      none(secrets, "page", page(installation, id));
      none(secrets, "model", model.seen());
      none(secrets, "log", installation.serverLog());
    }
  }

  private static Map<String, String> settings(RecordingModel model) {
    return Map.of(
        "AGENT_MODEL",
        "openai:test",
        "AGENT_OPENAI_BASE_URL",
        model.address(),
        "AGENT_OPENAI_API_KEY",
        MODEL_KEY,
        "AGENT_MODEL_PRICE",
        "0,0,0,0");
  }

  /** As they can be had on the machine by whoever runs as the installation's user. */
  private static Map<String, String> secrets(Installation installation) throws IOException {
    var secrets = new LinkedHashMap<String, String>();
    secrets.put("bootstrap token", TOKEN);
    secrets.put("model key", MODEL_KEY);
    secrets.put("connect token", connectToken(installation));
    secrets.put("database password", read(installation.home().resolve("postgres/password")));
    String key = read(installation.home().resolve("master.key"));
    secrets.put("master key", key.replaceAll("(?s).*\"value\"\\s*:\\s*\"([^\"]+)\".*", "$1"));
    return secrets;
  }

  /** Of another session's claim. */
  private static String connectToken(Installation installation) {
    var fleet = installation.client().fleet();
    fleet.createOutpost("other", "linux", null);
    String id =
        installation
            .client()
            .sessions(installation.org())
            .create(JsonObject.of("prompt", "p", "platform", "other"), null)
            .id();
    return fleet.claim(id, "test") instanceof ClaimAnswer.Claimed(var entry)
        ? String.valueOf(entry.status().connectToken())
        : "not claimed";
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }

  private static void plant(Path work, Map<String, String> secrets) throws IOException {
    Files.writeString(
        work.resolve("planted"),
        secrets.entrySet().stream()
            .map(secret -> secret.getKey() + "=" + secret.getValue())
            .collect(Collectors.joining("\n")));
  }

  private static String stream(Installation installation, String id) throws IOException {
    var text = new StringBuilder();
    try (var events = installation.client().sessions(installation.org()).events(id, 0)) {
      for (int i = 0; i < installation.events(id).size(); i++) {
        text.append(events.next());
      }
    }
    return text.toString();
  }

  private static String page(Installation installation, String id) throws Exception {
    var address = URI.create(String.valueOf(installation.session(id).text("url")));
    var request =
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + TOKEN).build();
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, BodyHandlers.ofString(UTF_8));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("[secret:");
      return answer.body();
    }
  }

  private static void none(Map<String, String> secrets, String where, String text) {
    assertThat(text).isNotBlank();
    secrets.forEach(
        (name, value) -> assertThat(text).as("%s in %s", name, where).doesNotContain(value));
  }
}
