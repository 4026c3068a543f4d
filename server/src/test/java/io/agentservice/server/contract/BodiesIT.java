package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are no JSON of ours (completions.md 4, 9): refused, and nothing of them is kept. */
class BodiesIT extends OnOrganization {
  private static final String PROBE = "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";

  static Stream<byte[]> malformed() {
    return Stream.of(
        "{\"prompt\":\"a\"}".getBytes(UTF_16),
        "{\"prompt\":\"a\"}".getBytes(UTF_16LE),
        latin("{\"prompt\":\"\u00c0\u00af\"}"), // an overlong slash
        latin("{\"prompt\":\"\u00ed\u00a0\u0080\"}"), // half of a surrogate pair
        latin("{\"prompt\":\"\u00e4\"}"),
        latin("{\"prompt\":\"\u00f4\u0090\u0080\u0080\"}"), // beyond the last character
        latin("{\"prompt\":\"a\",\"prompt\":\"b\"}"),
        latin("{\"prompt\":\"a\",\"max_acu_limit\":NaN}"),
        latin("{\"prompt\":\"a\"/**/}"),
        latin("{'prompt':'a'}"),
        latin("{\"prompt\":\"a\"} x"),
        latin("{\"prompt\":\"a\",}"),
        latin("{\"prompt\":\"a\",\"b\":" + "[".repeat(101) + "]".repeat(101) + "}"),
        latin("{\"prompt\":\"a\",\"max_acu_limit\":" + "1".repeat(2000) + "}"));
  }

  private static byte[] latin(String text) {
    return text.getBytes(ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatIsNoJsonIsRefusedWithoutNamingALibrary(byte[] body) throws IOException {
    var reply = post(body).refused(400, "malformed_json");

    assertThat(reply.body().toLowerCase(Locale.ROOT))
        .doesNotContain("jackson", "token", "feature", "constraint", "exception", "java.");
    assertThat(member.get(path("sessions")).ok().at("/items")).isEmpty();
  }

  /** As many clients do: all is sent before the answer is looked at. */
  @ParameterizedTest
  @CsvSource({
    "/opbeta/outposts, Content-Length: 16777216, 401",
    "/opbeta/outposts, Transfer-Encoding: chunked, 401",
    "/v3/nothing, Content-Length: 16777216, 404",
    "/v3/self, Content-Length: 16777216, 405"
  })
  void aRequestRefusedBeforeItsBodyIsReadIsAnsweredAndItsConnectionGoesOn(
      String path, String length, int status) throws IOException {
    var body = new byte[16 << 20];
    try (var connection = RawHttp.connect(server.address())) {
      connection.send("POST " + path + " HTTP/1.1\r\nHost: here\r\n" + length + "\r\n\r\n");
      if (length.endsWith("chunked")) {
        connection.send("1000000\r\n").send(body).send("\r\n0\r\n\r\n");
      } else {
        connection.send(body);
      }

      assertThat(connection.reply().status()).isEqualTo(status);
      connection.send(PROBE);
      assertThat(connection.reply().status()).isEqualTo(200);
    }
  }

  @Test
  void aBodyThatIsFarTooLargeIsRefusedInWords() {
    String prompt = "x".repeat(16 << 20);

    member.post(path("sessions"), json("prompt", prompt)).refused(413, "body_too_large");
    server
        .anonymous()
        .post(path("sessions"), json("prompt", prompt))
        .refused(401, "credentials_missing");
  }

  /** The answer doesn't wait for a body that was announced, and that nobody wants. */
  @Test
  void aRefusedRequestIsAnsweredBeforeItsBodyComes() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send("POST /v3/nothing HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n");
      assertThat(connection.reply().status()).isEqualTo(404);

      connection.send("0123456789").send(PROBE);
      assertThat(connection.reply().status()).isEqualTo(200);
    }
  }

  @Test
  void halfOfASurrogatePairIsRefusedWhereverItStands() {
    var sessions = path("sessions");

    member.post(sessions, "{\"prompt\":\"a\\ud800b\"}").invalid("body.prompt pattern");
    member
        .post(sessions, "{\"prompt\":\"a\",\"tags\":[\"\\udc00\"]}")
        .invalid("body.tags.0 pattern");
    member
        .post(sessions, "{\"prompt\":\"a\",\"structured_output_schema\":{\"\\u0000\":1}}")
        .invalid("body.structured_output_schema pattern");
    assertThat(member.get(sessions).ok().at("/items")).isEmpty();
    member.post(sessions, "{\"prompt\":\"\\ud83d\\ude00\"}").ok();
  }

  @Test
  void whatIsWrongInJsonIsToldByItsPlace() throws IOException {
    assertThat(post("{\n \"prompt\": nonsense}".getBytes(UTF_8)).text("/detail"))
        .isEqualTo("The body is not valid JSON: line 2, column 12");
  }

  @Test
  void aBodyThatIsDeclaredTooLargeIsRefusedBeforeItIsSent() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(head((4 << 20) + 1, "Expect: 100-continue\r\n"));
      connection.reply().refused(413, "body_too_large");
    }
  }

  @Test
  void aBodyThatTurnsOutTooLargeIsRefused() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(head(-1, "Transfer-Encoding: chunked\r\n"));
      connection.send("400001\r\n").send(new byte[(4 << 20) + 1]);
      connection.reply().refused(413, "body_too_large");
    }
  }

  @Test
  void aBodyThatWasAskedForAndTurnsOutTooLargeIsRefusedInWords() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(head(-1, "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n"));
      assertThat(connection.reply().status()).isEqualTo(100);

      connection.send("1000000\r\n").send(new byte[16 << 20]).send("\r\n0\r\n\r\n");
      connection.reply().refused(413, "body_too_large");
    }
  }

  @Test
  void aBodyOfFourMebibytesIsRead() throws IOException {
    byte[] body = new byte[4 << 20];
    Arrays.fill(body, (byte) ' ');
    body[0] = '{';
    body[body.length - 1] = '}';

    post(body).invalid("body.prompt missing");
  }

  @Test
  void theMediaTypeIsLookedAtBeforeTheSizeAndTheBody() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(head(5 << 20, "Content-Type: text/plain\r\n"));
      connection.reply().refused(415, "unsupported_media_type");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "utf-16", "\"", "a=b;;"})
  void whateverCharsetATypeNamesABodyIsReadAsUtf8(String charset) {
    member
        .with("Content-Type", "application/json; charset=" + charset)
        .post(path("sessions?agent_id="), "{\"prompt\":\"\u00e4\",\"title\":\"\u00e4\"}")
        .ok();
    assertThat(member.get(path("sessions")).ok().each("/title")).containsExactly("\u00e4");
  }

  private Reply post(byte[] body) throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      return connection.send(head(body.length, "")).send(body).reply();
    }
  }

  /** The head of a POST of a session; a length below 0 is not told. */
  private String head(int length, String headers) {
    return "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s%s\r\n"
        .formatted(
            path("sessions"),
            TestServer.ADMIN_KEY,
            headers,
            length < 0 ? "" : "Content-Length: " + length + "\r\n");
  }
}
