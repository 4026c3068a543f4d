package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no request is refused in our form, whoever finds it (completions.md 8.1). */
class RefusedRequestsIT extends OnServer {
  private static final String HOST = "Host: localhost\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
  private static final String SMUGGLED = "GET /healthz HTTP/1.1\r\n" + HOST + "\r\n";

  static Stream<Arguments> addresses() {
    return Stream.of(
        at("/" + "a".repeat(17_000), 414, "uri_too_long"),
        at("/?a=" + "a".repeat(17_000), 414, "uri_too_long"),
        at("/" + "a".repeat(40_000), 414, "uri_too_long"),
        at("/v3/%zz", 400, "malformed_request"),
        at("/v3/%", 400, "malformed_request"),
        at("/v3/%ff", 400, "malformed_request"),
        at("/v3/%c0%af", 400, "malformed_request"),
        at("/v3/%ed%a0%80", 400, "malformed_request"),
        at("/v3/%00", 400, "malformed_request"),
        at("/v3/organizations/%u0041/sessions", 400, "malformed_request"),
        at("/v3/self?q=%zz", 400, "malformed_request"),
        at("/v3/self?q=%ff", 400, "malformed_request"),
        at("/v3/self#part", 400, "malformed_request"),
        at("/v3/a\u0001b", 400, "malformed_request"),
        at("/v3/a b", 400, "malformed_request"),
        at("http://other/healthz", 400, "malformed_request"),
        at("http://me@localhost/healthz", 400, "malformed_request"),
        at("*", 400, "malformed_request"),
        at("/gateway/sessions/%ff", 400, "malformed_request"),
        at("//healthz", 404, "route_not_found"),
        at("/v3/../healthz", 404, "route_not_found"),
        at("/v3/a%2fb", 404, "route_not_found"),
        at("/healthz;a=b", 404, "route_not_found"),
        at("/WEB-INF/web.xml", 404, "route_not_found"));
  }

  private static Arguments at(String target, int status, String code) {
    return Arguments.of("GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n", status, code);
  }

  static Stream<Arguments> heads() {
    return Stream.of(
        get("X-A: " + "a".repeat(17_000), 431, "headers_too_large"),
        get("X-A: " + "a".repeat(40_000), 431, "headers_too_large"),
        get("X-A: a\u0001b", 400, "malformed_request"),
        get("X-A: a\0b", 400, "malformed_request"),
        get("X-A: a\rb", 400, "malformed_request"),
        get("X\u0001A: a", 400, "malformed_request"),
        get("X-A : a", 400, "malformed_request"),
        get("X-A: a\r\n b", 400, "malformed_request"),
        get("XA", 400, "malformed_request"),
        get("Host: twice", 400, "malformed_request"),
        get("Transfer-Encoding: gzip, chunked", 501, "not_implemented"),
        get("Expect: 200-ok", 417, "expectation_failed"),
        get("Sec-WebSocket-Version: 13", 401, "credentials_missing"),
        line("GET /healthz HTTP/3.7", 505, "http_version_not_supported"),
        line("GET /healthz HTTP/2.0", 505, "http_version_not_supported"),
        line("PRI * HTTP/2.0", 505, "http_version_not_supported"),
        line("GET /healthz", 505, "http_version_not_supported"),
        line("G(T /healthz HTTP/1.1", 400, "malformed_request"),
        line("\u0016\u0003\u0001\u0002", 400, "malformed_request"),
        line("FOO /v3/self HTTP/1.1", 405, "method_not_allowed"),
        line("TRACE /v3/self HTTP/1.1", 405, "method_not_allowed"),
        line("OPTIONS * HTTP/1.1", 404, "route_not_found"),
        Arguments.of("GET /healthz HTTP/1.1\r\n\r\n", 400, "malformed_request"),
        Arguments.of("GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", 400, "malformed_request"),
        Arguments.of("GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "malformed_request"));
  }

  private static Arguments get(String header, int status, String code) {
    return Arguments.of("GET /v3/self HTTP/1.1\r\n" + HOST + header + "\r\n\r\n", status, code);
  }

  private static Arguments line(String line, int status, String code) {
    return Arguments.of(line + "\r\n" + HOST + "\r\n", status, code);
  }

  /** Bodies about whose end two servers in a row could disagree. */
  static Stream<Arguments> framings() {
    return Stream.of(
        post("Content-Length: abc\r\n", "{}", 400),
        post("Content-Length: -1\r\n", "{}", 400),
        post("Content-Length: +2\r\n", "{}", 400),
        post("Content-Length: 2, 3\r\n", "{}", 400),
        post("Content-Length: 99999999999999999999\r\n", "{}", 400),
        post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}", 400),
        post("Content-Length: 4\r\n" + CHUNKED, "0\r\n\r\n", 400),
        post(CHUNKED + "Content-Length: 4\r\n", "0\r\n\r\n", 400),
        post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n", 400),
        post("Transfer-Encoding: identity\r\n", "0\r\n\r\n", 400),
        post(CHUNKED + "Transfer-Encoding: identity\r\n", "0\r\n\r\n", 400),
        post("Transfer-Encoding: \u000bchunked\r\n", "0\r\n\r\n", 400),
        post(CHUNKED, "2;a=" + "b".repeat(40_000) + "\r\n{}\r\n0\r\n\r\n", 400),
        post(CHUNKED, "zz\r\n{}\r\n0\r\n\r\n", 400),
        post(CHUNKED, "fffffffffffffffff\r\n{}\r\n0\r\n\r\n", 400),
        post(CHUNKED, "2\r\n{}X0\r\n\r\n", 400),
        post(CHUNKED, "2\r\n{}\r\n0\r\nA B: c\r\n\r\n", 400));
  }

  private static Arguments post(String headers, String body, int status) {
    return Arguments.of(
        "POST /opbeta/outposts HTTP/1.1\r\n"
            + HOST
            + ("Authorization: Bearer " + TestServer.ADMIN_KEY + "\r\n")
            + headers
            + "\r\n"
            + body,
        status,
        "malformed_request");
  }

  @ParameterizedTest
  @MethodSource({"addresses", "heads", "framings"})
  void isAnsweredInOurForm(String request, int status, String code) throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      var reply = connection.send(request).reply().refused(status, code);
      assertIsOurs(reply, status);
      assertThat(reply.header("X-Request-Id")).isEqualTo(reply.text("/request_id"));
    }
  }

  @ParameterizedTest
  @MethodSource("framings")
  void endsTheConnectionWhenItsEndIsInDoubt(String request, int status, String code)
      throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(request + SMUGGLED).reply().refused(status, code);
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource({"addresses", "heads", "framings"})
  void saysWhenItEndsTheConnection(String request) throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      if ("close".equals(connection.send(request).reply().header("Connection"))) {
        assertThat(connection.isClosed()).isTrue();
      } else {
        connection.send(SMUGGLED).reply().ok();
      }
    }
  }

  @Test
  void keepsTheRequestIdThatWasRead() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      var reply =
          connection
              .send("GET /?%zz HTTP/1.1\r\n" + HOST + "X-Request-Id: mine\r\n\r\n")
              .reply()
              .refused(400, "malformed_request");
      assertThat(reply.header("X-Request-Id")).isEqualTo("mine");
      assertThat(reply.text("/instance")).isEqualTo("/");
    }
  }

  @Test
  void anAddressAndHeadersMayHaveSixteenKibibytesEach() throws IOException {
    String request =
        "GET /healthz?a=%s HTTP/1.1\r\n%sX-A: %s\r\n\r\n"
            .formatted("a".repeat(16_000), HOST, "a".repeat(16_000));
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(request).reply().ok();
    }
  }

  private static void assertIsOurs(Reply reply, int status) {
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(reply.at("/status").intValue()).isEqualTo(status);
    assertThat(reply.body().toLowerCase(Locale.ROOT))
        .doesNotContain("jetty", "javalin", "jackson", "exception", "java.");
  }
}
