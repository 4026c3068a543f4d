package io.agentservice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.client.http.Answer;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.UnreachableException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentClientTest {

  @Test
  void requestCarriesTokenQueryAndBody() {
    var seen = new AtomicReference<String>();
    try (var server =
            new ScriptedServer(exchange -> {
              seen.set(
                  exchange.getRequestHeaders().getFirst("Authorization")
                      + " "
                      + new String(
                          exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
              ScriptedServer.respond(exchange, 200, "{\"ok\":true}");
            });
        var client = server.client()) {
      var query = Query.of("tags", "a b").and("tags", "c&d").and("none", null);
      var answer = client.request("PUT", "/v3/x/" + Query.segment("a/b c"), query, "{\"n\":1}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().isTrue("ok")).isTrue();
      assertThat(seen.get()).isEqualTo("Bearer agt_test {\"n\":1}");
      assertThat(server.requests()).containsExactly("PUT /v3/x/a%2Fb%20c?tags=a%20b&tags=c%26d");
    }
  }

  @Test
  void furtherHeadersAreAskedForAtEveryRequestAndEveryStream() {
    var seen = new CopyOnWriteArrayList<String>();
    var count = new AtomicInteger();
    try (var server =
            new ScriptedServer(exchange -> {
              seen.add(exchange.getRequestHeaders().getFirst("X-Count"));
              ScriptedServer.respond(exchange, 503, "");
            });
        var plain = server.client()) {
      var client = plain.withHeaders(() -> Map.of("X-Count", "" + count.incrementAndGet()));
      client.request("GET", "/x", Query.NONE, null);
      client.withTimeout(Duration.ofSeconds(5)).request("GET", "/x", Query.NONE, null);
      assertThatThrownBy(() -> client.fleet().watch(null, null)).isInstanceOf(ApiException.class);
      plain.request("GET", "/x", Query.NONE, null);
    }
    assertThat(seen).containsExactly("1", "2", "3", null);
  }

  @Test
  void listenerIsToldOfEveryAnswerAndOfNone() {
    var told = new CopyOnWriteArrayList<Integer>();
    try (var server = new ScriptedServer(exchange -> ScriptedServer.respond(exchange, 503, ""));
        var client = new AgentClient(ClientSettings.of(server.uri(), "agt_test"), told::add)) {
      client.withTimeout(Duration.ofSeconds(5)).request("GET", "/x", Query.NONE, null);
    }
    var nobody = ClientSettings.of(URI.create("http://127.0.0.1:1"), "agt_test");
    try (var client = new AgentClient(nobody, told::add)) {
      assertThatThrownBy(client::self).isInstanceOf(UnreachableException.class);
    }
    assertThat(told).containsExactly(503, 0);
  }

  /** Often enough for a call to begin in the moment of the close. */
  @Test
  void aCallOfAClientThatIsBeingClosedFailsAsOneThatReachesNobody() throws Exception {
    try (var server = new ScriptedServer(exchange -> ScriptedServer.respond(exchange, 200, "{}"))) {
      for (int i = 0; i < 200; i++) {
        var failure = new AtomicReference<Throwable>();
        var answered = new CountDownLatch(1);
        var client = server.client();
        var caller =
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    while (true) {
                      client.self();
                      answered.countDown();
                    }
                  } catch (RuntimeException e) {
                    failure.set(e);
                  }
                });
        answered.await();
        client.close();
        caller.join();
        assertThat(failure.get()).isInstanceOf(UnreachableException.class);
      }
    }
  }

  @Test
  void problemIsReadWithCodeHintAndRequestId() {
    var problem =
        """
        {"title":"Conflict","status":409,"detail":"Session is claimed by another worker",
         "code":"claim_lost","hint":"Take the next pending entry","request_id":"r-1"}\
        """;
    try (var server =
            new ScriptedServer(exchange -> ScriptedServer.respond(exchange, 409, problem));
        var client = server.client()) {
      assertThatThrownBy(client::self)
          .hasMessage("Session is claimed by another worker")
          .asInstanceOf(InstanceOfAssertFactories.type(ApiException.class))
          .satisfies(e -> {
            assertThat(e.status()).isEqualTo(409);
            assertThat(e.code()).isEqualTo("claim_lost");
            assertThat(e.hint()).isEqualTo("Take the next pending entry");
            assertThat(e.requestId()).isEqualTo("r-1");
          });
    }
  }

  @Test
  void validationFailuresBecomeOneReadableLine() {
    var problem =
        """
        {"status":422,"code":"validation_failed","detail":[
          {"loc":["body","prompt"],"msg":"Field required","type":"missing"},
          {"loc":["body","tags",2],"msg":"Too long","type":"too_long"}]}\
        """;
    try (var server =
            new ScriptedServer(exchange -> ScriptedServer.respond(exchange, 422, problem));
        var client = server.client()) {
      assertThatThrownBy(client::self)
          .isInstanceOf(ApiException.class)
          .hasMessage("body.prompt: Field required; body.tags.2: Too long");
    }
  }

  @Test
  void errorPageOfAProxyIsAnErrorToo() {
    try (var server =
            new ScriptedServer(exchange -> {
              exchange.getResponseHeaders().add("Retry-After", "7");
              ScriptedServer.respond(exchange, 503, "<html>busy</html>");
            });
        var client = server.client()) {
      assertThatThrownBy(client::self)
          .hasMessage("The service answered 503")
          .asInstanceOf(InstanceOfAssertFactories.type(ApiException.class))
          .satisfies(e -> {
            assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(7));
            assertThat(e.passing()).isTrue();
            assertThat(e.code()).isEqualTo("http_503");
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, false",
    "401, false",
    "404, false",
    "409, false",
    "422, false",
    "429, true",
    "499, false",
    "500, true",
    "503, true"
  })
  void whatPassesIsToldFromWhatDoesNot(int status, boolean passes) {
    try (var server = new ScriptedServer(exchange -> ScriptedServer.respond(exchange, status, ""));
        var client = server.client()) {
      assertThatThrownBy(client::self)
          .isInstanceOfSatisfying(
              ApiException.class, e -> assertThat(e.passing()).isEqualTo(passes));
    }
  }

  @Test
  void retryAfterMayBeADateByTheClockOfTheAnswer() {
    var sent = "Fri, 02 Jan 2026 03:04:05 GMT"; // far from this machine's clock
    assertThat(wait(sent, "Fri, 02 Jan 2026 03:04:35 GMT")).isEqualTo(Duration.ofSeconds(30));
    assertThat(wait(sent, "Fri, 02 Jan 2026 03:00:00 GMT")).isEqualTo(Duration.ZERO);
    assertThat(wait(sent, "soon")).isNull();
    assertThat(wait(sent, "-7")).isEqualTo(Duration.ZERO);
    assertThat(wait("not known", "Fri, 02 Jan 2026 03:04:35 GMT")).isEqualTo(Duration.ZERO);
    assertThat(wait("not known", "Wed, 02 Jan 2999 03:04:35 GMT"))
        .isGreaterThan(Duration.ofDays(365));
  }

  private static Duration wait(String date, String retryAfter) {
    var headers =
        HttpHeaders.of(
            Map.of("date", List.of(date), "retry-after", List.of(retryAfter)), (_, _) -> true);
    return ApiException.of(new Answer(503, headers, "")).retryAfter();
  }

  @Test
  void refusedConnectionIsSaidInOneLineWithoutTheToken() {
    try (var client =
        new AgentClient(ClientSettings.of(URI.create("http://127.0.0.1:1"), "agt_test"))) {
      assertThatThrownBy(client::self)
          .isInstanceOf(UnreachableException.class)
          .hasMessage("No answer from http://127.0.0.1:1/v3/self: connection refused");
    }
  }

  @Test
  void anAnswerWhoseBodyNeverEndsTimesOut() {
    var over = new CountDownLatch(1);
    try (var server =
            new ScriptedServer(exchange -> {
              exchange.sendResponseHeaders(200, 100);
              exchange.getResponseBody().write('{');
              exchange.getResponseBody().flush();
              await(over);
            });
        var client = server.client().withTimeout(Duration.ofMillis(200))) {
      assertThatThrownBy(client::self)
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("took too long");
      over.countDown();
    }
  }

  @Test
  void redirectIsNotFollowedWithTheToken() {
    try (var server =
            new ScriptedServer(exchange -> {
              exchange.getResponseHeaders().add("Location", "/elsewhere");
              ScriptedServer.respond(exchange, 302, "");
            });
        var client = server.client()) {
      assertThatThrownBy(client::self).isInstanceOf(ApiException.class);
      assertThat(server.requests()).containsExactly("GET /v3/self");
    }
  }

  @Test
  void addressMustBeAnHttpAddress() {
    assertThatThrownBy(() -> ClientSettings.of(URI.create("localhost:8080"), "t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("localhost:8080");
    assertThat(ClientSettings.of(URI.create("http://h/base//"), "t").baseUrl())
        .isEqualTo(URI.create("http://h/base"));
  }

  @Test
  void textOfSettingsHidesTheToken() {
    assertThat(ClientSettings.of(URI.create("http://h"), "agt_secret").toString())
        .doesNotContain("agt_secret");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatIsValidStandsInTheHint() {
    try (var server =
            new ScriptedServer(exchange ->
                ScriptedServer.respond(
                    exchange,
                    400,
                    """
                    {"code":"unknown_platform","detail":"No platform is called x",
                     "hint":"Use one of valid_platforms","valid_platforms":["linux","local"]}\
                    """));
        var client = server.client()) {
      assertThatThrownBy(client::self)
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> assertThat(e.hint()).isEqualTo("Use one of valid_platforms: linux, local"));
    }
  }
}
