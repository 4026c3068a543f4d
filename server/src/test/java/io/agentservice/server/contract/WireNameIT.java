package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Json;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    post("/opbeta/outposts", json("name", "box"));
    var made = post(sessions, json("prompt", "p", "devin_mode", "fast"));
    String id = made.get("session_id").asString();
    assertThat(id).startsWith("devin-");
    assertThat(made.get("devin_mode").asString()).isEqualTo("fast");
    assertThat(made.has("agent_mode")).isFalse();

    String other = id.replace("devin-", "agent-");
    assertThat(get(sessions + "/" + other).get("session_id").asString()).isEqualTo(id);
    var claimed = post("/opbeta/outposts/devins/" + id + "/claim", json("acceptor_id", "w"));
    assertThat(claimed.at("/metadata/session_id").asString()).isEqualTo(id);
    assertThat(get("/opbeta/outposts/agents/" + other).at("/metadata/session_id").asString())
        .isEqualTo(id);
    assertThat(get(sessions + "/" + id.replace('0', '1')).get("instance").asString())
        .contains("devin-");

    try (var watch = watch("/opbeta/outposts/devins?watch=true")) {
      String line = watch.readLine();
      while (!line.contains(id)) { // of another test
        line = watch.readLine();
      }
      assertThat(line).startsWith("data: ").doesNotContain("agent-");
    }
  }

  /** The cookie of a browser that is signed in. */
  private static String cookie() throws Exception {
    var login =
        HttpRequest.newBuilder(URI.create(server.address() + "/login"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("key=" + TestServer.ADMIN_KEY));
    var answer = HTTP.send(login.build(), BodyHandlers.discarding());
    return answer.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", "");
  }

  @Test
  void ourOwnPagesReadOurOwnWord() throws Exception {
    String org = server.given().organization().value();
    String sessions = "/v3/organizations/" + org + "/sessions";
    String id = post(sessions, json("prompt", "p")).get("session_id").asString();
    String cookie = cookie();
    for (String path : List.of("/v3/self", sessions + "/" + id, sessions + "/x?agent_id=y")) {
      var byCookie =
          HttpRequest.newBuilder(URI.create(server.address() + path)).header("Cookie", cookie);
      assertThat(send(byCookie.build()).toString()).doesNotContainIgnoringCase("devin");
    }
    var watch = server.address() + sessions + "/" + id + "/events?watch=true";
    var events = HttpRequest.newBuilder(URI.create(watch)).header("Cookie", cookie);
    try (var lines = lines(events.build())) {
      assertThat(lines.readLine()).contains("\"type\":\"created\"").doesNotContain("devin");
    }
    assertThat(get(sessions + "/" + id).get("session_id").asString()).startsWith("devin-");
  }

  @Test
  void productsOfConsumptionAreThoseThatDecodersOfTheAliasWordAskFor() throws Exception {
    String org = server.given().organization().value();
    var made = post("/v3/organizations/" + org + "/sessions", json("prompt", "p"));
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

  /** Method, path and body of requests that reach the refusals of a route. */
  private static Stream<HttpRequest> requests(Route route, String path, String token) {
    boolean reads = route.method().name().equals("GET");
    return (reads
            ? Stream.of("")
            : Stream.of("{}", json("devin_mode", "fast", "agent", "x", "name", 7, "tags", 7)))
        .map(body ->
            HttpRequest.newBuilder(URI.create(server.address() + path + "?first=x&devin_id=x"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(route.method().name(), BodyPublishers.ofString(body))
                .build());
  }

  /** Item 19: everything but what the caller sent himself. */
  @Test
  void noAnswerOfAnyRouteHasTheOtherWordInItsTexts() throws Exception {
    var org = server.given().organization();
    String role =
        post(
                "/v3/enterprise/roles",
                json(
                    "role_name",
                    "few",
                    "role_type",
                    "org",
                    "permissions",
                    List.of("ManageOrgSecrets")))
            .get("role_id")
            .asString();
    var human = server.given().human(org, role);
    var boss = server.given().human(null, "account_admin");
    server.given().role(boss, org, "org_admin");
    String made =
        post("/v3/organizations/" + org + "/sessions", json("prompt", "p"))
            .get("session_id")
            .asString();
    var tokens =
        List.of(
            server.given().key(org, role),
            TestServer.ADMIN_KEY,
            server.given().legacyKey(human, org),
            server.given().legacyKey(boss, org));
    var found = new TreeSet<String>();
    for (var route : server.routes()) {
      if (!route.path().matches("/(v[123]|v3beta1|opbeta|sessions|enterprise)/.*")
          || route.method().name().equals("HEAD")) {
        continue;
      }
      for (String session : List.of(made, "devin-" + "0".repeat(32))) {
        String path =
            route
                .path()
                .replace("{org_id}", org.value())
                .replace("{session_id}", session)
                .replaceAll("\\{[a-z_]+}", "x");
        for (String token :
            route.method().name().equals("GET") ? tokens : List.of(tokens.get(0), tokens.get(2))) {
          for (var request : requests(route, path, token).toList()) {
            lookAt(request, found);
          }
        }
      }
    }
    send(request("/v3/organizations/" + org + "/sessions/" + made).DELETE().build());
    assertThat(found).isEmpty();
  }

  private static void lookAt(HttpRequest request, Set<String> found) throws Exception {
    var answer = HTTP.send(request, BodyHandlers.ofInputStream());
    if (answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
      answer.body().close();
      return;
    }
    String body = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
    String ours =
        (body + answer.headers().map().get("Link"))
            .replaceAll("\"instance\":\"[^\"]*\"", "")
            .replaceAll("\"loc\":\\[[^]]*]", "");
    var word = Pattern.compile(".{0,60}(?<![A-Z_])[aA]gent(?!-remote).{0,60}").matcher(ours);
    while (word.find()) {
      found.add("%s %s: %s".formatted(request.method(), request.uri().getPath(), word.group()));
    }
  }

  private static BufferedReader watch(String path) throws IOException, InterruptedException {
    return lines(request(path).build());
  }

  private static BufferedReader lines(HttpRequest request)
      throws IOException, InterruptedException {
    var body = HTTP.send(request, BodyHandlers.ofInputStream()).body();
    return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }
}
