package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever stands in an answer, its bytes are UTF-8 (completions.md 4). */
class ProblemsInUtf8IT extends OnOrganization {
  private static final String NAME = "\u00e9\u65e5\ud83d\ude00";
  private static final String SESSIONS = "/v3/organizations/{org}/sessions";
  private static final String GIT = "/v3/enterprise/organizations/{org}/git-providers/permissions";
  private static final String CONNECTIONS = "/v3/enterprise/git-providers/connections";
  private static final String JSON = "application/json";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** One create for each key: another is refused with 429. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_RATE_CREATES", "1");
  }

  /** {@code {org}} in path and body is the organization of the test. */
  record Sent(String method, String path, String type, String body) {
    static Sent post(String path, String body) {
      return new Sent("POST", path, JSON, body);
    }

    static Sent get(String path) {
      return new Sent("GET", path, JSON, "");
    }
  }

  private HttpResponse<byte[]> send(Sent sent, String key) throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create(server.address() + sent.path().replace("{org}", org.value())))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", sent.type())
            .method(sent.method(), BodyPublishers.ofString(sent.body()));
    return HTTP.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String strict(byte[] bytes) throws Exception {
    return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static void judge(HttpResponse<byte[]> answer, int status, String contained)
      throws Exception {
    assertThat(strict(answer.body())).contains(contained);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .isIn("application/problem+json", "application/problem+json;charset=utf-8");
  }

  /** What a member sends, and what of it the refusal repeats where it does. */
  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(400, "valid JSON", Sent.post(SESSIONS, "{\"" + NAME)),
        Arguments.of(400, NAME, Sent.post(SESSIONS, json("prompt", "a", "platform", NAME))),
        Arguments.of(403, "Needs", Sent.post(GIT, NAME)),
        Arguments.of(404, "%C3%A9", Sent.get(SESSIONS + "/%C3%A9")),
        Arguments.of(404, "%C3%A9", Sent.get("/%C3%A9")),
        Arguments.of(405, "method", new Sent("PATCH", SESSIONS + "?q=%C3%A9", JSON, NAME)),
        Arguments.of(413, "larger", Sent.post(SESSIONS, "\"" + NAME.repeat(500_000) + "\"")),
        Arguments.of(415, "text/plain", new Sent("POST", SESSIONS, "text/plain", NAME)),
        Arguments.of(422, NAME, Sent.post(SESSIONS, "{\"" + NAME + "\":\"\\u0000\"}")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalRepeatsWhatWasSentInUtf8(int status, String contained, Sent sent) throws Exception {
    judge(send(sent, server.given().key(org, "org_member")), status, contained);
  }

  @Test
  void aStrangerIsRefusedInUtf8() throws Exception {
    judge(send(Sent.get(SESSIONS + "/%C3%A9"), "x"), 401, "%C3%A9");
  }

  @Test
  void aConflictRepeatsWhatWasSentInUtf8() throws Exception {
    var rule =
        Sent.post(
            GIT,
            json(
                "permissions",
                List.of(fields("git_connection_id", connection(), "repo_path", "o/" + NAME))));

    assertThat(send(rule, TestServer.ADMIN_KEY).statusCode()).isEqualTo(200);
    judge(send(rule, TestServer.ADMIN_KEY), 409, NAME);
  }

  @Test
  void whoeverAsksTooOftenIsToldInUtf8() throws Exception {
    String key = server.given().key(org, "org_member");
    var create = Sent.post(SESSIONS, json("prompt", NAME));

    assertThat(send(create, key).statusCode()).isEqualTo(200);
    judge(send(create, key), 429, "/sessions");
  }

  @Test
  void aGitHostThatDoesNotAnswerIsToldInUtf8() throws Exception {
    var repositories = Sent.get(CONNECTIONS + "/" + connection() + "/repositories?search=%C3%A9");

    judge(send(repositories, TestServer.ADMIN_KEY), 502, "127.0.0.1:1");
  }

  /** Nobody listens at its host. */
  private String connection() {
    String host = "{\"git_provider_type\":\"github_token\",\"host\":\"127.0.0.1:1\",";
    return server
        .as(server.given().accountKey("account_admin"))
        .post(CONNECTIONS, host + "\"token\":\"" + NAME + "\"}")
        .ok()
        .text("/git_connection_id");
  }

  @Test
  void anAnswerAndItsRepetitionAreInUtf8() throws Exception {
    String note = json("name", NAME, "body", NAME, "trigger", "t");
    var key = "Idempotency-Key";
    var first = member.with(key, "k").post(path("knowledge/notes"), note).ok();
    var again = member.with(key, "k").post(path("knowledge/notes"), note).ok();

    assertThat(first.text("/name")).isEqualTo(NAME);
    assertThat(again.body()).isEqualTo(first.body());
  }
}
