package io.agentservice.server.agent.loop.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.testing.Await;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
  private static final String OPEN = "{\"enabled\":false}";

  private final PageServer server = new PageServer();
  private final Pages pages = PageServer.pages(OPEN);

  @AfterEach
  void stop() {
    server.close();
  }

  private Page read(String path) {
    return pages.read(URI.create(server.url(path)));
  }

  @Test
  void aPageComesWithItsTitleAndWithoutWhatNobodySees() {
    server.serve(
        "/a", "text/html; charset=utf-8", "<title>Ports</title><script>x</script><p>Tea – ü");
    assertThat(read("/a"))
        .isEqualTo(new Page(server.url("/a"), "text/html", "Ports", "Tea – ü", false));
    assertThat(server.asked().getFirst().get("Cookie")).isNull();
    assertThat(server.asked().getFirst().get("Authorization")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"text/html; charset=iso-8859-1", "text/html"})
  void itsCharsetIsThatOfTheAnswerOrItsOwn(String type) {
    server.serve(
        "/a", type, "<meta charset=iso-8859-1><p>gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(read("/a").text()).isEqualTo("gr\u00fcn");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/markdown",
        "application/json",
        "application/vnd.api+json",
        "application/xml",
        "application/atom+xml",
        ""
      })
  void otherTextIsReadAsItIs(String type) {
    server.serve("/a", type, "{\"a\": [1, \"<p>\"]}\n");
    assertThat(read("/a").text()).isEqualTo("{\"a\": [1, \"<p>\"]}\n");
  }

  @Test
  void whatIsNoTextIsRefusedWithAWayOn() {
    server.serve("/a", "application/pdf", "%PDF").serve("/b", "", new byte[] {1, 0, 2});
    assertThatThrownBy(() -> read("/a"))
        .isInstanceOf(PageException.class)
        .hasMessageContaining("application/pdf")
        .hasMessageContaining("curl");
    assertThatThrownBy(() -> read("/b")).hasMessageContaining("not text");
  }

  @Test
  void redirectsAreFollowedAFewTimesAndEachIsJudged() {
    server
        .redirect("/a", "/b?x=1#part")
        .redirect("/b?x=1", server.url("/c"))
        .serve("/c", "text/plain", "there")
        .redirect("/round", "/round")
        .redirect("/inside", server.urlByName("/c"))
        .redirect("/file", "file:///etc/passwd")
        .redirect("/user", server.url("/c").replace("http://", "http://a:b@"));
    var page = read("/a");
    assertThat(page.text()).isEqualTo("there");
    assertThat(page.address()).isEqualTo(server.url("/c"));
    assertThatThrownBy(() -> read("/round")).hasMessageContaining("more than 5 times");
    assertThatThrownBy(() -> read("/inside")).hasMessageContaining("AGENT_FETCH_PRIVATE_HOSTS");
    assertThatThrownBy(() -> read("/file")).hasMessageContaining("no address to read");
    assertThatThrownBy(() -> read("/user")).hasMessageContaining("no address to read");
  }

  @Test
  void aHostThatThePolicyDoesNotNameIsNotAsked() {
    server.redirect("/a", server.urlByName("/b"));
    var only = PageServer.pages("{\"enabled\":true,\"allow\":[{\"hostname\":\"127.0.0.1\"}]}");
    assertThatThrownBy(() -> only.read(URI.create(server.url("/a"))))
        .isInstanceOfSatisfying(
            PageException.class,
            e -> {
              assertThat(e.refusal()).isNotNull();
              assertThat(e.refusal().host()).isEqualTo("localhost");
            });
    assertThat(server.asked()).hasSize(1);
    var none = PageServer.pages("{\"enabled\":true,\"allow\":[]}");
    assertThatThrownBy(() -> none.read(URI.create("https://example.com/a")))
        .hasMessageContaining("example.com:443");
  }

  @Test
  void whatIsTooLongIsCutAlsoWhenItIsPacked() throws Exception {
    server.serve("/a", "text/plain", "x".repeat(3 << 20));
    assertThat(read("/a").text()).hasSize(2 << 20);
    assertThat(read("/a").cut()).isTrue();

    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[64 << 20]);
    }
    server.serve("/b", "text/plain", packed.toByteArray(), "Content-Encoding", "gzip");
    assertThatThrownBy(() -> read("/b")).hasMessageContaining("not text");
  }

  @Test
  void anAnswerThatIsNoneSaysWhich() {
    assertThatThrownBy(() -> read("/none")).hasMessageContaining("answered 404");
    assertThatThrownBy(() -> pages.read(URI.create("http://a:99999/")))
        .hasMessageContaining("no address to read");
    assertThatThrownBy(() -> pages.read(URI.create("http://127.0.0.1:1/")))
        .hasMessageContaining("can't be read");
  }

  @Test
  void manyHarmfulPagesAtATimeAreAllRead() throws Exception {
    server.serve("/a", "text/html", "<b><p>".repeat(30_000) + "end");
    var texts = new ConcurrentLinkedQueue<String>();
    var readers =
        IntStream.range(0, 8)
            .mapToObj(_ -> Thread.ofVirtual().start(() -> texts.add(read("/a").text())))
            .toList();
    for (var reader : readers) {
      reader.join();
    }
    assertThat(texts).hasSize(8).containsOnly("end");
  }

  @Test
  void whoWaitsCanBeInterrupted() throws Exception {
    var said = new CompletableFuture<String>();
    var reader =
        Thread.ofVirtual()
            .start(() -> {
              try {
                read(PageServer.SILENT);
              } catch (PageException e) {
                said.complete(e.getMessage());
              }
            });
    Await.until(() -> server.asked().size() == 1);
    reader.interrupt();
    assertThat(said.get()).contains("interrupted");
  }
}
