package io.agentservice.server.engine.gateway;

import io.agentservice.server.testing.OnOutpost;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with a claimed session that runs a command, has the secret K, and whose machine is played.
 */
abstract class OnPlayedMachine extends OnOutpost {
  static final Map<String, String> SETTINGS = Map.of("AGENT_REPLAY_MODELS", "true");
  static final String SECRET = "swordfish";

  private static final String COMMAND =
      """
      {"name": "one command", "model": "recorded", "turns": [
        {"text": "Run.", "tool_calls": [{"name": "bash", "input": {"command": "make"}}]}]}
      """;

  @TempDir private Path directory;
  HttpClient http;
  String session;
  String token;

  @Override
  protected Map<String, String> settings() {
    return SETTINGS;
  }

  @BeforeEach
  void aClaimedSession() throws Exception {
    http = HttpClient.newHttpClient();
    var transcript = directory.resolve("model.json");
    Files.writeString(transcript, COMMAND);
    session =
        admin
            .post(
                path("sessions"),
                """
                {"prompt": "p", "model": "replay:%s", "session_secrets": [{"key": "K", "value": "%s"}]}
                """
                    .formatted(transcript, SECRET))
            .ok()
            .text("/session_id");
    token = token(claim(session, "w"));
  }

  @AfterEach
  void leave() {
    http.shutdownNow();
  }

  URI gateway() {
    return gateway(server.address());
  }

  URI gateway(String address) {
    return URI.create(address.replaceFirst("http", "ws") + "/gateway/sessions/" + session);
  }

  String here(String rest) {
    return path("sessions/" + session + "/" + rest);
  }
}
