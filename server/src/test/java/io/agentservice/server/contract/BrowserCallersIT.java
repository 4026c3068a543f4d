package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.ApiContract;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.TestServer;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Pages of other origins, and answers that are compressed (completions.md 4). */
class BrowserCallersIT extends OnServer {
  private static final String CONSOLE = "https://console.example.org";
  private static final String ALLOWED = "Access-Control-Allow-Origin";

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "AGENT_CORS_ORIGINS", CONSOLE + ",http://localhost:3000", "AGENT_RATE_READS", "1000");
  }

  private HttpResponse<byte[]> send(String method, String path, String... headers)
      throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(server.address() + path))
              .method(method, BodyPublishers.noBody())
              .headers(headers)
              .build();
      return http.send(request, BodyHandlers.ofByteArray());
    }
  }

  @Test
  void aPageOfAnAllowedOriginReadsAnswersAndTheirHeaders() throws Exception {
    for (String origin : new String[] {CONSOLE, "http://localhost:3000"}) {
      var answer =
          send(
              "GET",
              "/v3/self",
              "Origin",
              origin,
              "Authorization",
              "Bearer " + TestServer.ADMIN_KEY);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().allValues(ALLOWED)).containsExactly(origin);
      assertThat(answer.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
      assertThat(answer.headers().allValues("Vary")).contains("Origin");
      assertThat(answer.headers().firstValue("Access-Control-Expose-Headers").orElseThrow())
          .contains("RateLimit", "Retry-After", "X-Request-Id");
    }
  }

  @Test
  void aRefusalCanBeReadToo() throws Exception {
    var answer = send("GET", "/v3/self", "Origin", CONSOLE);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().allValues(ALLOWED)).containsExactly(CONSOLE);
  }

  @Test
  void theQuestionBeforeARequestIsAnsweredWithoutACredential() throws Exception {
    var answer =
        send(
            "OPTIONS",
            "/v3/organizations/org-1/sessions",
            "Origin",
            CONSOLE,
            "Access-Control-Request-Method",
            "POST",
            "Access-Control-Request-Headers",
            "authorization,content-type,idempotency-key");
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS, POST");
    assertThat(answer.headers().allValues(ALLOWED)).containsExactly(CONSOLE);
    assertThat(answer.headers().firstValue("Access-Control-Allow-Methods").orElseThrow())
        .contains("POST", "PATCH", "DELETE");
    assertThat(answer.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
        .containsIgnoringCase("authorization")
        .containsIgnoringCase("idempotency-key");
    assertThat(answer.headers().firstValue("Access-Control-Max-Age")).hasValue("600");
  }

  @Test
  void eachHeaderOfTheDescriptionMayBeSentAndRead() throws Exception {
    var sent = new TreeSet<String>();
    var read = new TreeSet<String>();
    for (var operation : ApiContract.instance().operations()) {
      for (var parameter : operation.node().path("parameters")) {
        var named = ApiContract.instance().resolve(parameter);
        if (named.path("in").asString("").equals("header")) {
          sent.add(named.path("name").asString());
        }
      }
      for (var response : operation.node().path("responses")) {
        read.addAll(ApiContract.instance().resolve(response).path("headers").propertyNames());
      }
    }
    assertThat(sent).contains("X-Agent-Origin");
    assertThat(read).contains("Retry-After");
    var asked =
        send(
            "OPTIONS",
            "/v3/self",
            "Origin",
            CONSOLE,
            "Access-Control-Request-Method",
            "GET",
            "Access-Control-Request-Headers",
            String.join(",", sent));
    assertThat(names(asked, "Access-Control-Allow-Headers")).containsAll(sent);
    var answered = send("GET", "/healthz", "Origin", CONSOLE);
    assertThat(names(answered, "Access-Control-Expose-Headers")).containsAll(read);
  }

  private static List<String> names(HttpResponse<?> answer, String header) {
    return List.of(answer.headers().firstValue(header).orElseThrow().split(", ?", -1));
  }

  @Test
  void pagesOfOtherOriginsAreNotAllowed() throws Exception {
    for (String origin :
        new String[] {
          "https://console.example.org.evil.test", "https://consoleXexample.org", "null"
        }) {
      var answer = send("GET", "/healthz", "Origin", origin);
      assertThat(answer.statusCode()).as(origin).isEqualTo(200);
      assertThat(answer.headers().firstValue(ALLOWED)).as(origin).isEmpty();
    }
  }

  @Test
  void withoutTheSettingNoPageOfAnotherOriginIsAllowed() throws Exception {
    try (var node = server.furtherNode()) {
      var answer = ApiClient.anonymous(node.address()).with("Origin", CONSOLE).get("/healthz");
      assertThat(answer.headers().firstValue(ALLOWED)).isEmpty();
    }
  }

  @Test
  void largeAnswersAreCompressedForThoseWhoAsk() throws Exception {
    var small = send("GET", "/healthz", "Accept-Encoding", "gzip");
    assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
    var plain = send("GET", "/openapi.json", "Accept-Encoding", "identity");
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    var packed = send("GET", "/openapi.json", "Accept-Encoding", "gzip");
    assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(packed.headers().allValues("Vary")).contains("Accept-Encoding");
    assertThat(packed.body().length).isLessThan(plain.body().length / 4);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(new String(plain.body(), StandardCharsets.UTF_8));
    }
  }
}
