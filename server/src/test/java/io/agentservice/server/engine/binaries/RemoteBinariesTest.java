package io.agentservice.server.engine.binaries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OpenRoutes;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteBinariesTest {
  private static final String SHA = "4f0c1d2a9b33";
  private static final String BINARY = "agent-remote_" + SHA + "_linux_x64";

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final byte[] content = new byte[3_000_000];
  private @Nullable String elsewhere;
  private OpenRoutes server;
  private RemoteBinaries binaries;

  @BeforeEach
  void publish() throws IOException {
    new Random(7).nextBytes(content);
    Files.write(directory.resolve(BINARY), content);
    Files.writeString(directory.resolve(BINARY + ".sha256"), "a".repeat(64) + "\n");
    Files.writeString(directory.resolve("latest_linux_x64"), SHA + "\n");
    Files.writeString(directory.resolve("secret.txt"), "nobody may read this");
    binaries = new RemoteBinaries(directory, () -> elsewhere);
    server = new OpenRoutes(binaries.routes());
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void servesTheBinaryForGood() throws Exception {
    var answer = get("/static/agent-rs/remote/" + BINARY);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(content);
    assertThat(header(answer, "Cache-Control")).contains("immutable");
    assertThat(header(answer, "ETag")).isNotEmpty();
    assertThat(header(answer, "Content-Length")).isEqualTo("3000000");
  }

  @Test
  void whatIsPublishedElsewhereOnlyIsLookedForThere() throws Exception {
    String other = "/static/agent-rs/remote/agent-remote_abcdef0_linux_x64";
    assertThat(get(other).statusCode()).isEqualTo(404);

    elsewhere = "https://files.example/agent";
    assertThat(get("/static/agent-rs/remote/" + BINARY).statusCode()).isEqualTo(200);
    assertThat(get("/static/agent-rs/remote/secret.txt").statusCode()).isEqualTo(404);
    assertThat(get(other).statusCode()).isEqualTo(307);
    assertThat(header(get(other), "Location"))
        .isEqualTo("https://files.example/agent/agent-rs/remote/agent-remote_abcdef0_linux_x64");
  }

  @Test
  void latestIsAskedForEachTime() throws Exception {
    var answer = get("/static/agent-rs/remote/latest_linux_x64");

    assertThat(new String(answer.body(), UTF_8)).isEqualTo(SHA + "\n");
    assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void theAliasHasTheSameBytes() throws Exception {
    var answer = get("/static/devin-rs/remote/devin-remote_" + SHA + "_linux_x64");

    assertThat(answer.body()).isEqualTo(content);
    assertThat(get("/static/devin-rs/remote/latest_linux_x64").statusCode()).isEqualTo(200);
  }

  @Test
  void filesAreRightBelowTheBaseAddressToo() throws Exception {
    assertThat(get("/agent-rs/remote/" + BINARY).body()).isEqualTo(content);
    assertThat(get("/devin-rs/remote/devin-remote_" + SHA + "_linux_x64").body())
        .isEqualTo(content);
    assertThat(get("/devin-rs/remote/latest_linux_x64").statusCode()).isEqualTo(200);
  }

  @Test
  void headHasTheHeadersOnly() throws Exception {
    var answer = send(request("/static/agent-rs/remote/" + BINARY).HEAD());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Content-Length")).isEqualTo("3000000");
    assertThat(header(answer, "ETag")).isNotEmpty();
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void aRangeContinuesADownload() throws Exception {
    var path = "/static/agent-rs/remote/" + BINARY;
    var etag = header(get(path), "ETag");

    var rest = send(request(path).header("Range", "bytes=2999990-").header("If-Range", etag));
    var replaced = send(request(path).header("Range", "bytes=1-").header("If-Range", "\"x\""));

    assertThat(rest.statusCode()).isEqualTo(206);
    assertThat(header(rest, "Content-Range")).isEqualTo("bytes 2999990-2999999/3000000");
    assertThat(rest.body()).isEqualTo(Arrays.copyOfRange(content, 2_999_990, 3_000_000));
    assertThat(replaced.statusCode()).isEqualTo(200);
  }

  @Test
  void aRangeBeyondTheEndIs416() throws Exception {
    var answer =
        send(request("/static/agent-rs/remote/" + BINARY).header("Range", "bytes=3000000-"));

    assertThat(answer.statusCode()).isEqualTo(416);
    assertThat(header(answer, "Content-Range")).isEqualTo("bytes */3000000");
  }

  @Test
  void whatTheClientHasIsNotSentAgain() throws Exception {
    var path = "/static/agent-rs/remote/" + BINARY;

    var again = send(request(path).header("If-None-Match", header(get(path), "ETag")));

    assertThat(again.statusCode()).isEqualTo(304);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent-rs/remote/secret.txt",
        "agent-rs/remote/..%2fsecret.txt",
        "agent-rs/remote/%2e%2e",
        "agent-rs/remote/latest_solaris",
        "agent-rs/remote/agent-remote_4f0c1d2a9b34_linux_x64",
        "agent-rs/remote/devin-remote_4f0c1d2a9b33_linux_x64",
        "devin-rs/remote/agent-remote_4f0c1d2a9b33_linux_x64"
      })
  void everythingElseIsNotThere(String path) throws Exception {
    assertThat(get("/static/" + path).statusCode()).isIn(400, 404);
    assertThat(new String(get("/static/" + path).body(), UTF_8)).doesNotContain("nobody may");
  }

  @Test
  void tellsTheLatestOnlyWhenItsBinaryIsThere() throws IOException {
    assertThat(binaries.latest("linux")).contains(SHA);
    assertThat(binaries.latest("macos")).isEmpty();
    assertThat(binaries.latest("beos")).isEmpty();

    Files.delete(directory.resolve(BINARY));

    assertThat(binaries.latest("linux")).isEmpty();
    assertThat(new RemoteBinaries(directory.resolve("absent"), () -> null).latest("linux"))
        .isEmpty();
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return send(request(path));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.uri(path)).timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}
