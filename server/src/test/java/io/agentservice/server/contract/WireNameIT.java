package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Json;
import io.agentservice.server.testing.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Section 12.19 of completions.md. Answers are read plainly here: the specification that judges all
 * others is written with the default word.
 */
class WireNameIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(Map.of("AGENT_WIRE_NAME", "devin"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path))
        .header("Authorization", "Bearer " + TestServer.ADMIN_KEY)
        .header("Content-Type", "application/json");
  }

  private static JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    return Json.MAPPER.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
  }

  private static JsonNode get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  private static JsonNode post(String path, String json) throws IOException, InterruptedException {
    return send(request(path).POST(BodyPublishers.ofString(json)).build());
  }

  /** Item 19. */
  @Test
  void answersStreamsAndErrorsAreWrittenWithTheAliasWordAndBothAreUnderstood() throws Exception {
    var self = get("/v3/self");
    assertThat(self.toString()).contains("UseDevinSessions").doesNotContain("UseAgentSessions");

    String org = server.given().organization().value();
    String sessions = "/v3/organizations/" + org + "/sessions";
    post("/opbeta/outposts", "{\"name\":\"box\"}");
    var made = post(sessions, "{\"prompt\":\"p\",\"devin_mode\":\"fast\"}");
    String id = made.get("session_id").asString();
    assertThat(id).startsWith("devin-");
    assertThat(made.get("devin_mode").asString()).isEqualTo("fast");
    assertThat(made.has("agent_mode")).isFalse();

    String other = id.replace("devin-", "agent-");
    assertThat(get(sessions + "/" + other).get("session_id").asString()).isEqualTo(id);
    var claimed = post("/opbeta/outposts/devins/" + id + "/claim", "{\"acceptor_id\":\"w\"}");
    assertThat(claimed.at("/metadata/session_id").asString()).isEqualTo(id);
    assertThat(get("/opbeta/outposts/agents/" + other).at("/metadata/session_id").asString())
        .isEqualTo(id);
    assertThat(get(sessions + "/" + id.replace('0', '1')).get("instance").asString())
        .contains("devin-");

    try (var watch = watch("/opbeta/outposts/devins?watch=true")) {
      String line = watch.readLine();
      assertThat(line).startsWith("data: ").contains(id).doesNotContain("agent-");
    }
  }

  @Test
  void productsOfConsumptionAreThoseThatDecodersOfTheAliasWordAskFor() throws Exception {
    String org = server.given().organization().value();
    var made = post("/v3/organizations/" + org + "/sessions", "{\"prompt\":\"p\"}");
    String id = made.get("session_id").asString();
    send(request("/v3/organizations/" + org + "/sessions/" + id).DELETE().build());
    server
        .given()
        .update(
            "UPDATE session SET model_dollars = 3 WHERE session_id = ?",
            id.replace("devin-", "agent-"));

    var daily = get("/v3/organizations/" + org + "/consumption/daily/sessions/" + id);

    assertThat(daily.at("/consumption_by_date/0/acus_by_product").toString())
        .isEqualTo("{\"cascade\":0.0,\"terminal\":0.0,\"devin\":1.5,\"review\":0}");
  }

  private static BufferedReader watch(String path) throws IOException, InterruptedException {
    var body = HTTP.send(request(path).build(), BodyHandlers.ofInputStream()).body();
    return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }
}
