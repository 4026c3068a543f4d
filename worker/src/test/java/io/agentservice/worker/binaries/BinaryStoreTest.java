package io.agentservice.worker.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.WorkerEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryStoreTest {
  private static final Platform LINUX = new Platform("linux", "linux_x64");
  private static final String NAME = "agent-remote_4f0c1d2_linux_x64";
  private static final byte[] GOOD = "#!/bin/sh\necho good\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BAD = "#!/bin/sh\necho bad\n".getBytes(StandardCharsets.UTF_8);

  @TempDir Path cache;
  private final Map<String, byte[]> published = new ConcurrentHashMap<>();
  private final Queue<byte[]> served = new ConcurrentLinkedQueue<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<WorkerEvent> events = new ConcurrentLinkedQueue<>();
  private final Stop stop = new Stop();
  private HttpServer server;
  private StaticFiles files;
  private BinaryStore store;

  @BeforeEach
  void publish() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/static/agent-rs/remote/",
        exchange -> {
          var name = exchange.getRequestURI().getPath().substring(24);
          requests.add(name);
          var body = name.equals(NAME) && !served.isEmpty() ? served.poll() : published.get(name);
          if (body == null) {
            exchange.sendResponseHeaders(404, -1);
          } else {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
    published.put("latest_linux_x64", "4f0c1d2\n".getBytes(StandardCharsets.UTF_8));
    published.put(NAME, GOOD);
    published.put(NAME + ".sha256", (digest(GOOD) + "\n").getBytes(StandardCharsets.UTF_8));
    files =
        new StaticFiles(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/static"));
    store = new BinaryStore(cache, files, LINUX, stop, events::add);
  }

  @AfterEach
  void close() {
    files.close();
    server.stop(0);
  }

  @Test
  void theBaseMayNameTheDirectoryOfTheRemotesInEitherWord() {
    var base = "https://files.test/static";
    try (var bare = new StaticFiles(URI.create(base));
        var ours = new StaticFiles(URI.create(base + "/agent-rs/remote"));
        var other = new StaticFiles(URI.create(base + "/devin-rs/remote"))) {
      assertThat(bare.address(NAME)).hasToString(base + "/agent-rs/remote/" + NAME);
      assertThat(ours.address(NAME)).isEqualTo(bare.address(NAME));
      assertThat(other.address(NAME))
          .hasToString(base + "/devin-rs/remote/devin-remote_4f0c1d2_linux_x64");
      assertThat(other.address("latest_linux_x64"))
          .hasToString(base + "/devin-rs/remote/latest_linux_x64");
    }
  }

  @Test
  void whatAKilledWorkerHadDownloadedHalfwayIsRemoved() throws Exception {
    Files.writeString(cache.resolve(NAME + "123.part"), "#!/bin");
    var other = Files.writeString(cache.resolve("agent-remote_abcdef_linux_x64456.part"), "#!");
    store.fetch(null);
    assertThat(cache.resolve(NAME + "123.part")).doesNotExist();
    assertThat(other).exists(); // perhaps another worker fetches that version now
  }

  @Test
  void theLatestIsDownloadedVerifiedAndExecutable() throws Exception {
    var binary = store.fetch(null);
    assertThat(binary.sha()).isEqualTo("4f0c1d2");
    assertThat(binary.file()).isExecutable().hasBinaryContent(GOOD);
    assertThat(requests).containsExactly("latest_linux_x64", NAME + ".sha256", NAME);
  }

  @Test
  void aPinnedVersionIsNotAskedFor() throws Exception {
    store.fetch("4f0c1d2");
    assertThat(requests).doesNotContain("latest_linux_x64");
  }

  @Test
  void aCachedBinaryIsComparedWithThePublishedDigestEachTime() throws Exception {
    store.fetch("4f0c1d2");
    store.fetch("4f0c1d2");
    assertThat(requests).containsExactly(NAME + ".sha256", NAME, NAME + ".sha256");
    assertThat(events)
        .extracting(event -> EventFields.of(event).required("event"))
        .containsExactly("binary_ready", "binary_ready");
  }

  @Test
  void aSpoiledCacheIsReplacedAndReported() throws Exception {
    Files.write(store.fetch("4f0c1d2").file(), BAD);
    assertThat(store.fetch("4f0c1d2").file()).hasBinaryContent(GOOD);
    assertThat(events)
        .extracting(event -> EventFields.of(event).required("event"))
        .containsExactly("binary_ready", "binary_rejected", "binary_ready");
  }

  @Test
  void aSpoiledDownloadIsTriedOnceMore() throws Exception {
    served.add(BAD);
    assertThat(store.fetch("4f0c1d2").file()).hasBinaryContent(GOOD);
    assertThat(requests).filteredOn(NAME::equals).hasSize(2);
  }

  @Test
  void aBinaryWhoseDigestDiffersTwiceIsRefusedAndGone() throws Exception {
    published.put(NAME, BAD);
    assertThatThrownBy(() -> store.fetch("4f0c1d2"))
        .isInstanceOf(BinaryException.class)
        .hasMessageContaining("4f0c1d2");
    assertThat(requests).filteredOn(NAME::equals).hasSize(2);
    assertThat(events)
        .extracting(EventLines::of)
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains(digestOf(BAD), digestOf(GOOD)));
    try (var left = Files.list(cache)) {
      assertThat(left.map(f -> f.getFileName().toString())).containsExactly(NAME + ".lock");
    }
  }

  @Test
  void aVersionThatIsNoHexadecimalIsRefusedBeforeAnyFile() throws Exception {
    published.put("latest_linux_x64", "<html>".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> store.fetch(null)).isInstanceOf(BinaryException.class);
    assertThatThrownBy(() -> store.fetch("../../etc")).isInstanceOf(BinaryException.class);
    assertThatThrownBy(() -> store.fetch("abc")).isInstanceOf(BinaryException.class);
    try (var left = Files.list(cache)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whatIsNotPublishedIsNamed() {
    assertThatThrownBy(() -> store.fetch("abcdef0"))
        .isInstanceOf(BinaryException.class)
        .hasMessageContaining("agent-remote_abcdef0_linux_x64.sha256 answered 404");
  }

  @Test
  void manyWorkersAtOnceDownloadOnceAndAllGetIt() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var fetches =
          IntStream.range(0, 20)
              .mapToObj(_ ->
                  threads.submit(() ->
                      new BinaryStore(cache, files, LINUX, stop, events::add)
                          .fetch("4f0c1d2")
                          .file()))
              .toList();
      for (var fetch : fetches) {
        assertThat(fetch.get()).hasBinaryContent(GOOD);
      }
    }
    assertThat(requests).filteredOn(NAME::equals).hasSize(1);
  }

  @Test
  void aStopDoesNotWaitForAnotherWorkersDownload() throws Exception {
    var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var others = FileChannel.open(cache.resolve(NAME + ".lock"), options);
        var _ = others.lock()) {
      var fetch = threads.submit(() -> store.fetch("4f0c1d2"));
      stop.raise(Stop.Level.STOP, 143);
      assertThatThrownBy(() -> fetch.get(120, TimeUnit.SECONDS))
          .hasCauseInstanceOf(BinaryException.class);
    }
    assertThat(requests).doesNotContain(NAME);
  }

  @Test
  void theSuffixFollowsTheMachine() {
    assertThat(
            List.of(
                Platform.of("Linux", "amd64").orElseThrow().suffix(),
                Platform.of("Linux", "aarch64").orElseThrow().suffix(),
                Platform.of("Mac OS X", "aarch64").orElseThrow().suffix(),
                Platform.of("Windows 11", "amd64").orElseThrow().suffix()))
        .containsExactly("linux_x64", "linux_arm64", "macos_arm64", "windows_x64.exe");
    assertThat(Platform.of("Linux", "riscv64")).isEmpty();
    assertThat(LINUX.serves(null)).isTrue();
    assertThat(LINUX.serves("macos")).isFalse();
  }

  private static String digest(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  private static String digestOf(byte[] content) {
    try {
      return digest(content);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
