package io.agentservice.server.context.attachments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Form;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.TestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parts of an upload say of themselves (api-org.md 2). */
class UploadedPartsIT extends OnOrganization {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static String link(ApiClient caller, String url) {
    return caller.get(URI.create(url).getRawPath()).header("Location");
  }

  private static HttpResponse<byte[]> read(String link) throws IOException, InterruptedException {
    return HTTP.send(HttpRequest.newBuilder(URI.create(link)).build(), BodyHandlers.ofByteArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"name=\"file\"; filename=\"a\"", "name=\"note\""})
  void theHeadersOfAPartHaveSixteenKibibytesAtMost(String disposition) {
    var text = InputStream.nullInputStream();
    var form = new Form().part(disposition, "text/plain; a=" + "x".repeat(17 << 10), text);
    var refused = member.upload(path("attachments"), form).invalid("body.file too_long");

    assertThat(refused.body()).contains("headers of a part", "16 KiB");
  }

  /** They are not all read before it is known that they have no end. */
  @Test
  void headersOfAPartThatDoNotEndAreRefusedBeforeTheyCome() throws Exception {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(
          "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                  .formatted(path("attachments"), TestServer.ADMIN_KEY)
              + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n"
              + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
              + "x".repeat(65_536));
      connection.reply().invalid("body.file too_long");
    }
  }

  @Test
  void aBodyHasAHundredPartsAtMost() {
    byte[] text = "text".getBytes(UTF_8);
    var form = new Form().file("file", "a", "", text);
    for (int i = 0; i < 99; i++) {
      form.part("name=\"note\"", "", new ByteArrayInputStream(text));
    }
    assertThat(member.upload(path("attachments"), form).ok().text("/name")).isEqualTo("a");

    form = new Form().file("file", "a", "", text);
    for (int i = 0; i < 100; i++) {
      form.part("name=\"note\"", "", new ByteArrayInputStream(text));
    }
    member.upload(path("attachments"), form).invalid("body.file too_long");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/javascript",
        "text/javascript; charset=utf-8",
        "TEXT/HTML",
        "image/svg+xml",
        "application/xhtml+xml",
        "application/xml",
        "text/css",
        "application/wasm",
        "application/pdf",
        "multipart/x-mixed-replace"
      })
  void whatABrowserWouldRunIsHandedOutAsPlainBytes(String type) throws Exception {
    var form = new Form().file("file", "a", type, "alert(1)".getBytes(UTF_8));
    var kept = member.upload(path("attachments"), form).ok();

    var headers = read(link(member, kept.text("/url"))).headers();
    assertThat(headers.firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("Content-Disposition").orElseThrow()).startsWith("attachment;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"image/png", "text/plain;charset=utf-8", "application/zip", "text/csv"})
  void whatABrowserShowsOnlyKeepsItsType(String type) throws Exception {
    var form = new Form().file("file", "a", type, "a".getBytes(UTF_8));
    var kept = member.upload(path("attachments"), form).ok();

    assertThat(read(link(member, kept.text("/url"))).headers().firstValue("Content-Type"))
        .contains(type);
  }
}
