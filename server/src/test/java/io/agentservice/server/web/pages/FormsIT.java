package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent to the pages' forms, to the sign-in by anybody (completions.md 9). */
class FormsIT extends OnServer {
  private static final String URLENCODED = "application/x-www-form-urlencoded";
  private static final String LONG = "Content-Length: 209715200\r\n";

  /** Of a part as a browser begins it, without its end. */
  private static final String PART =
      "--b\r\nContent-Disposition: form-data; name=\"key\"%s\r\n\r\n" + "x".repeat(1 << 16);

  private Reply post(String headers, String body) throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      return connection.send(login(headers) + body).reply();
    }
  }

  private static String login(String headers) {
    return "POST /login HTTP/1.1\r\nHost: here\r\n" + headers + "\r\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "; filename=\"f\""})
  void aFormOfSeveralPartsIsRefusedUnread(String file) throws IOException {
    String type = "Content-Type: multipart/form-data; boundary=b\r\n";

    var page = post(type + LONG, PART.formatted(file));

    assertThat(page.status()).isEqualTo(415);
    assertThat(page.body()).contains("<form method=\"post\"", "multipart/form-data", URLENCODED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/json", "application/x-www-form-urlencodedx"})
  void aFormOfAnotherTypeIsRefused(String type) throws IOException {
    assertThat(post("Content-Type: " + type + "\r\nContent-Length: 5\r\n", "key=x").status())
        .isEqualTo(415);
  }

  @Test
  void aFormThatIsDeclaredLongerThan64KibibytesIsRefusedUnread() throws IOException {
    var page = post("Content-Type: " + URLENCODED + "\r\n" + LONG, "key=");

    assertThat(page.status()).isEqualTo(413);
    assertThat(page.body()).contains("The form is larger than 64 KiB");
  }

  @Test
  void ofAFormWithoutALengthNoMoreThan64KibibytesAreRead() throws IOException {
    String type = "Content-Type: " + URLENCODED + "\r\nTransfer-Encoding: chunked\r\n";

    // A chunk that goes on for long, and of which no more comes than that.
    assertThat(post(type, "1000000\r\nkey=" + "x".repeat(65_533)).status()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"key=%zz", "key=%", "key=%ff", "key=\u00ff", "key=a%00b"})
  void aFormThatCanNotBeDecodedIsRefused(String form) throws IOException {
    String length = "Content-Length: " + form.length() + "\r\n";

    assertThat(post("Content-Type: " + URLENCODED + "\r\n" + length, form).status()).isEqualTo(400);
  }

  @Test
  void whoSendsManyFormsIsRefusedBeforeTheyAreRead() throws IOException {
    try (var limited = TestServer.start(Map.of("AGENT_RATE_ANONYMOUS", "1"))) {
      String proxied = "X-Forwarded-For: 203.0.113.9\r\n";
      String type = "Content-Type: " + URLENCODED + "\r\n";
      try (var connection = RawHttp.connect(limited.address())) {
        connection.send(login(proxied + type + "Content-Length: 5\r\n") + "key=x");
        assertThat(connection.reply().status()).isEqualTo(401);

        connection.send(login(proxied + type + "Content-Length: 1000\r\n") + "key=x");
        assertThat(connection.reply().status()).isEqualTo(429);
      }
    }
  }

  @Test
  void theApiReadsNoFormForTheTokenOfAPage() throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      String key = "key=" + TestServer.ADMIN_KEY;
      connection.send(
          login("Content-Type: " + URLENCODED + "\r\nContent-Length: " + key.length() + "\r\n")
              + key);
      String cookie = connection.reply().header("Set-Cookie").split(";", 2)[0];

      connection.send(
          "POST /v3/enterprise/roles HTTP/1.1\r\nHost: here\r\nCookie: "
              + cookie
              + "\r\nContent-Type: multipart/form-data; boundary=b\r\n"
              + LONG
              + "\r\n"
              + PART.formatted(""));
      connection.reply().refused(403, "csrf_token_invalid");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "POST", "nonsense"})
  void theMethodIsThatOfTheRequestLineWhateverAHeaderSays(String method) {
    server.admin().with("X-HTTP-Method-Override", method).get("/v3/self").ok();
  }
}
