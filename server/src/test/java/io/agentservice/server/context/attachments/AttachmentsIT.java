package io.agentservice.server.context.attachments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Form;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of an organization (api-org.md 2). */
class AttachmentsIT extends OnOrganization {
  private static final int LIMIT = 1_000_000;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path store;

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "AGENT_ATTACHMENT_STORE", store.toString(),
        "AGENT_ATTACHMENT_MAX_BYTES", Integer.toString(LIMIT));
  }

  private Reply upload(String fileName, String content) {
    return member.upload(path("attachments"), fileName, content.getBytes(UTF_8));
  }

  /** Its url below the server's address. */
  private static String below(String url) {
    return URI.create(url).getRawPath();
  }

  private String link(ApiClient caller, String url) {
    var redirect = caller.get(below(url));
    assertThat(redirect.status()).isEqualTo(307);
    assertThat(redirect.body()).isEmpty();
    return redirect.header("Location");
  }

  private static HttpResponse<byte[]> read(String link, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(link));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.send(request.build(), BodyHandlers.ofByteArray());
  }

  private int files() throws IOException {
    try (var all = Files.walk(store)) {
      return (int) all.filter(Files::isRegularFile).count();
    }
  }

  private long rows() {
    return server.given().number("SELECT count(*) FROM attachment WHERE org_id = ?", org.value());
  }

  @Test
  void item54AnUploadedFileComesBackByteForByteForWhoeverHasTheLink() throws Exception {
    byte[] content = new byte[300_000];
    new Random(1).nextBytes(content);
    var kept =
        member
            .upload(path("attachments"), new Form().file("file", "a.bin", "image/x-a", content))
            .ok();
    assertThat(kept.text("/name")).isEqualTo("a.bin");
    assertThat(kept.text("/url"))
        .matches(server.address() + path("attachments/") + "[0-9a-f-]{36}/a\\.bin");

    String link = link(member, kept.text("/url"));
    assertThat(link).startsWith(server.address()).endsWith("/a.bin");
    var bytes = read(link);
    assertThat(bytes.statusCode()).isEqualTo(200);
    assertThat(bytes.body()).isEqualTo(content);
    var headers = bytes.headers();
    assertThat(headers.firstValue("Content-Type")).contains("image/x-a");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("Content-Disposition").orElseThrow()).startsWith("attachment;");
    assertThat(headers.firstValueAsLong("Content-Length")).hasValue(content.length);
    assertThat(headers.firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void anEmptyFileIsAFile() throws Exception {
    var kept = upload("empty", "").ok();

    var bytes = read(link(member, kept.text("/url")));
    assertThat(bytes.statusCode()).isEqualTo(200);
    assertThat(bytes.body()).isEmpty();
  }

  @Test
  void itsAddressTakesTheIdInEverySpelling() {
    var kept = upload("a.txt", "text").ok();
    String id = kept.text("/attachment_id");
    String hex = id.replace("attachment-", "");
    String uuid = hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})", "$1-$2-$3-$4-");

    for (String spelling : List.of(id, hex, uuid)) {
      String link = link(member, path("attachments/" + spelling + "/a.txt"));
      assertThat(server.anonymous().get(below(link)).ok().body()).isEqualTo("text");
    }
  }

  @Test
  void item54OneRangeOfTheBytesIsReadAtATime() throws Exception {
    String link = link(member, upload("digits", "0123456789").ok().text("/url"));

    for (var range :
        Map.of("bytes=2-4", "234", "bytes=7-", "789", "bytes=-3", "789", "bytes=8-99", "89")
            .entrySet()) {
      var part = read(link, "Range", range.getKey());
      assertThat(part.statusCode()).isEqualTo(206);
      assertThat(new String(part.body(), UTF_8)).isEqualTo(range.getValue());
    }
    assertThat(read(link, "Range", "bytes=2-4").headers().firstValue("Content-Range"))
        .contains("bytes 2-4/10");
    for (String none : List.of("bytes=4-2", "bytes=0-1,3-4", "lines=1-2", "bytes=-")) {
      assertThat(read(link, "Range", none).statusCode()).as(none).isEqualTo(200);
    }
    var beyond = server.anonymous().with("Range", "bytes=10-").get(below(link));
    beyond.refused(416, "range_not_satisfiable");
    assertThat(beyond.header("Content-Range")).isEqualTo("bytes */10");
  }

  @Test
  void aRangeOfAnotherFileIsAnsweredWithTheWhole() throws Exception {
    String link = link(member, upload("digits", "0123456789").ok().text("/url"));
    String tag = read(link).headers().firstValue("ETag").orElseThrow();

    assertThat(read(link, "Range", "bytes=0-1", "If-Range", tag).statusCode()).isEqualTo(206);
    assertThat(read(link, "Range", "bytes=0-1", "If-Range", "\"other\"").statusCode())
        .isEqualTo(200);
  }

  @Test
  void aHeadTellsTheLengthAndSendsNothing() {
    String link = link(member, upload("digits", "0123456789").ok().text("/url"));

    var head = server.anonymous().send("HEAD", below(link), "");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo("10");
    assertThat(head.body()).isEmpty();
  }

  @Test
  void item54ALinkIsGoodForOneFileUntilItsTimeIsOver() {
    String url = upload("a.txt", "text").ok().text("/url");
    String link = below(link(member, url));
    char last = link.charAt(link.length() - "/a.txt".length() - 2);
    String altered =
        link.substring(0, link.length() - "/a.txt".length() - 2)
            + (last == 'A' ? 'B' : 'A')
            + link.substring(link.length() - "/a.txt".length() - 1);
    for (String other :
        List.of(
            altered, link.replace("a.txt", "b.txt"), "/downloads/x/a.txt", "/downloads/%20/a")) {
      server.anonymous().get(other).refused(403, "link_expired");
    }
    server.anonymous().get(link).ok();

    try (var node =
        server.furtherNode(
            Map.of("AGENT_LINK_SECONDS", "1", "AGENT_ATTACHMENT_STORE", store.toString()),
            address -> address)) {
      String brief = below(server.adminOf(node).get(below(url)).header("Location"));
      await(() -> server.anonymous().get(brief).status() == 403);
      server.anonymous().get(brief).refused(403, "link_expired");
    }
  }

  @Test
  void namesAreTheLastOfAPathWithoutControlCharacters() throws Exception {
    var names =
        Map.of(
            "../../etc/passwd",
            "passwd",
            "C:\\files\\a b.txt",
            "a b.txt",
            "\u6587\u4ef6 \u00fc\ud83d\ude00.txt",
            "\u6587\u4ef6 \u00fc\ud83d\ude00.txt",
            "say \"hi\"; x=y.txt",
            "say \"hi\"; x=y.txt",
            "100% & more #1?.txt",
            "100% & more #1?.txt",
            "\u00fc".repeat(200),
            "\u00fc".repeat(127));
    for (var name : names.entrySet()) {
      var kept = upload(name.getKey(), name.getKey()).ok();
      assertThat(kept.text("/name")).isEqualTo(name.getValue());

      var bytes = read(link(member, kept.text("/url")));
      assertThat(new String(bytes.body(), UTF_8)).isEqualTo(name.getKey());
      assertThat(bytes.headers().firstValue("Content-Disposition").orElseThrow())
          .matches("attachment; filename=\"[A-Za-z0-9 ._()-]*\"; filename\\*=UTF-8''[\\w.%-]*");
    }
    for (String none : List.of("", " ", "..", "a/..", ".", "dir/")) {
      upload(none, "x").invalid("body.file too_short");
    }
  }

  @Test
  void anEncodedNameCanNotBringAHeaderOfItsOwn() throws Exception {
    var form =
        new Form()
            .part(
                "name=\"file\"; filename*=UTF-8''a%0D%0AX-Evil:%201%00%09%C2%85.txt",
                "text/plain", new ByteArrayInputStream("text".getBytes(UTF_8)));
    var kept = member.upload(path("attachments"), form).ok();
    assertThat(kept.text("/name")).isEqualTo("aX-Evil: 1.txt");

    var bytes = read(link(member, kept.text("/url")));
    assertThat(bytes.headers().firstValue("X-Evil")).isEmpty();
  }

  @Test
  void aMediaTypeThatIsNoneIsNotHandedOut() throws Exception {
    for (String type : List.of("", "nonsense", "a/b; c=\u00fc")) {
      var kept =
          member
              .upload(path("attachments"), new Form().file("file", "a", type, "x".getBytes(UTF_8)))
              .ok();
      assertThat(read(link(member, kept.text("/url"))).headers().firstValue("Content-Type"))
          .contains("application/octet-stream");
    }
  }

  @Test
  void whatIsNotOneFileIsRefusedAndLeavesNothing() throws Exception {
    int before = files();
    String all = path("attachments");
    member.post(all, "{}").refused(415, "unsupported_media_type");
    member.post(all, "").invalid("body.file missing");
    member
        .with("Content-Type", "multipart/form-data")
        .post(all, "x")
        .refused(415, "unsupported_media_type");
    byte[] text = "text".getBytes(UTF_8);
    member.upload(all, new Form().file("other", "a", "", text)).invalid("body.file missing");
    member
        .upload(all, new Form().file("file", "a", "", text).file("file", "b", "", text))
        .invalid("body.file duplicate");
    member
        .with("Content-Type", new Form().mediaType())
        .post(all, "no parts")
        .refused(400, "malformed_request");
    assertThat(rows()).isZero();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void furtherPartsAreIgnored() {
    byte[] text = "text".getBytes(UTF_8);
    var form = new Form().file("note", "n", "", text).file("file", "a", "", text);

    assertThat(member.upload(path("attachments"), form).ok().text("/name")).isEqualTo("a");
  }

  @Test
  void aFileAboveTheLimitIsRefusedWhetherItsLengthIsToldOrNot() throws Exception {
    int before = files();
    assertThat(member.upload(path("attachments"), "a", new byte[LIMIT]).status()).isEqualTo(200);
    for (String length :
        List.of("Content-Length: " + (LIMIT + (2 << 20)), "Transfer-Encoding: chunked")) {
      try (var connection = RawHttp.connect(server.address())) {
        connection.send(head(length));
        if (length.startsWith("Transfer")) {
          byte[] body = new Form().file("file", "a", "", new byte[LIMIT + 1]).cut().readAllBytes();
          connection.send("%x\r\n".formatted(body.length)).send(body).send("\r\n");
        }
        connection.reply().refused(413, "body_too_large");
      }
    }
    await(() -> rows() == 1);
    assertThat(files()).isEqualTo(before + 1);
  }

  private String head(String length) {
    return "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\n%s\r\n\r\n"
        .formatted(
            path("attachments"),
            server.given().key(org, "org_member"),
            new Form().mediaType(),
            length);
  }

  @Test
  void anUploadThatIsCutOffLeavesNothing() throws Exception {
    int before = files();
    byte[] body = new Form().file("file", "a", "", new byte[500_000]).cut().readAllBytes();
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(head("Content-Length: " + (body.length + 100))).send(body);
      await(() -> rows() == 1);
      connection.reset();
    }
    await(() -> rows() == 0);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void whatIsNotThereIsA404ThatLooksTheSame() {
    var kept = upload("a.txt", "text").ok();
    String here = below(kept.text("/url"));
    var other = server.given().organization();
    for (String unknown :
        List.of(
            here.replace("a.txt", "b.txt"),
            here.replace(org.value(), other.value()),
            path("attachments/" + "0".repeat(32) + "/a.txt"),
            path("attachments/x/a.txt"))) {
      server.admin().get(unknown).refused(404, "attachment_not_found");
    }
  }

  @Test
  void theSameUploadUnderOneKeyIsOneFile() throws Exception {
    int before = files();
    var once = member.with("Idempotency-Key", "k");
    byte[] text = "text".getBytes(UTF_8);
    var first = once.upload(path("attachments"), "a.txt", text).ok();
    var second = once.upload(path("attachments"), "a.txt", text).ok();

    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    once.upload(path("attachments"), "a.txt", "other".getBytes(UTF_8))
        .refused(422, "idempotency_mismatch");
    once.upload(path("attachments"), "b.txt", text).refused(422, "idempotency_mismatch");
    assertThat(rows()).isEqualTo(1);
    assertThat(files()).isEqualTo(before + 1);
  }

  @Test
  void anUploadIsAudited() {
    var kept = upload("a.txt", "text").ok();

    var record = server.given().audit(org).getLast();
    assertThat(record.action()).isEqualTo("create_attachment");
    assertThat(record.data().get("attachment_id").stringValue())
        .isEqualTo(kept.text("/attachment_id"));
    assertThat(record.data().get("size_bytes").intValue()).isEqualTo(4);
  }

  @Test
  void version1AnswersTheAddressAlone() throws Exception {
    var old = server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
    var plain = old.upload("/v1/attachments", "a.txt", "text".getBytes(UTF_8)).ok();
    assertThat(plain.header("Content-Type")).isEqualToIgnoringCase("text/plain;charset=utf-8");
    assertThat(plain.body()).startsWith(server.address() + "/v1/attachments/");
    assertThat(new String(read(link(old, plain.body())).body(), UTF_8)).isEqualTo("text");
    old.get(below(plain.body()).replace("a.txt", "b")).refused(404, "attachment_not_found");

    var json =
        old.with("Accept", "application/json, text/plain")
            .upload("/v1/attachments", "a.txt", "text".getBytes(UTF_8))
            .ok();
    assertThat(json.json().stringValue()).startsWith(server.address() + "/v1/attachments/");
  }

  @Test
  void theOtherNodesOfAStoreReadWhatOneWasGiven() throws Exception {
    String url = upload("a.txt", "text").ok().text("/url");

    try (var node =
        server.furtherNode(Map.of("AGENT_ATTACHMENT_STORE", store.toString()), a -> a)) {
      String link = server.adminOf(node).get(below(url)).header("Location");
      assertThat(read(link).body()).isEqualTo("text".getBytes(UTF_8));
    }
  }

  @Test
  void bytesThatAreGoneAreA410AndAStoreThatIsAwayA503WithoutTheReason() throws Exception {
    var kept = upload("a.txt", "text").ok();
    String link = below(link(member, kept.text("/url")));
    String hex = kept.text("/attachment_id").replace("attachment-", "");
    Files.delete(store.resolve(hex.substring(30)).resolve(hex));

    server.anonymous().get(link).refused(410, "attachment_gone");
    var elsewhere = Files.move(store, store.resolveSibling("elsewhere"));
    var refused = server.anonymous().get(link).refused(503, "unavailable");
    Files.move(elsewhere, store);
    assertThat(refused.body()).doesNotContain(store.toString());
  }
}
