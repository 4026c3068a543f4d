package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of Git LFS, by the real git-lfs and a server that speaks its protocol. */
class CheckoutLargeFilesTest extends OnCheckout {
  private static final byte[] CONTENT = "a large file\n".repeat(1000).getBytes(UTF_8);

  /** What Debian's package sets for all of the machine is not there on every one. */
  private static final Map<String, String> NO_SYSTEM = Map.of("GIT_CONFIG_NOSYSTEM", "1");

  private HttpServer store;
  private String oid;
  private volatile boolean refuses;

  @BeforeEach
  void serve() throws Exception {
    oid = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT));
    store = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    store.createContext("/lfs/objects/batch", this::batch);
    store.createContext("/content", exchange -> answer(exchange, 200, CONTENT));
    store.start();
    machine.close();
    host.repository(
        "acme/web",
        Map.of(
            "a.txt",
            "one\n",
            ".gitattributes",
            "*.bin filter=lfs diff=lfs merge=lfs -text\n",
            ".lfsconfig",
            "[lfs]\n  url = %s/lfs\n".formatted(address()),
            "large.bin",
            "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n"
                .formatted(oid, CONTENT.length)));
    wants(session, "acme/web");
  }

  @AfterEach
  void stop() {
    store.stop(0);
  }

  private String address() {
    return "http://127.0.0.1:" + store.getAddress().getPort();
  }

  private void batch(HttpExchange exchange) throws IOException {
    var download = fields("download", fields("href", address() + "/content"));
    var found = fields("oid", oid, "size", CONTENT.length, "actions", download);
    exchange.getResponseHeaders().set("Content-Type", "application/vnd.git-lfs+json");
    answer(exchange, refuses ? 403 : 200, json("objects", List.of(found)).getBytes(UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static boolean installed() {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, "git-lfs")));
  }

  @Test
  void theyComeWithTheRepository() throws Exception {
    assumeTrue(installed(), "git-lfs is not installed here: install it");
    machine = machine("work", NO_SYSTEM);

    assertThat(ready().notes()).isEmpty();
    assertThat(work.resolve("web/large.bin")).hasBinaryContent(CONTENT);
  }

  @Test
  void whereTheirStoreRefusesThemTheSessionBeginsAllTheSameAndSaysSo() throws Exception {
    assumeTrue(installed(), "git-lfs is not installed here: install it");
    refuses = true;
    machine = machine("work", NO_SYSTEM);

    assertThat(ready().notes())
        .singleElement()
        .asString()
        .startsWith("its files of Git LFS could not be fetched");
    assertThat(work.resolve("web/a.txt")).hasContent("one");
  }

  @Test
  void onAMachineWithoutItTheyArePointersAndTheAgentIsTold() throws Exception {
    var programs = Files.createDirectories(directory.resolve("programs"));
    for (var place : List.of("/bin", "/usr/bin")) {
      try (var all = Files.list(Path.of(place))) {
        for (var program : all.toList()) {
          var link = programs.resolve(program.getFileName());
          if (!program.endsWith("git-lfs") && !Files.exists(link)) {
            Files.createSymbolicLink(link, program);
          }
        }
      }
    }
    machine = machine("work", Map.of("GIT_CONFIG_NOSYSTEM", "1", "PATH", programs.toString()));

    assertThat(ready().notes())
        .singleElement()
        .isEqualTo("its files of Git LFS are pointers: the machine has no git-lfs");
    assertThat(work.resolve("web/large.bin")).content().startsWith("version https://git-lfs");
  }
}
