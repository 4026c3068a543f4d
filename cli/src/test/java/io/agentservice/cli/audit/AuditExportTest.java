package io.agentservice.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.Main;
import io.agentservice.cli.connection.Connection;
import io.agentservice.server.base.audit.AuditChain;
import io.agentservice.server.base.http.answers.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.node.ObjectNode;

/** The audit log of a service that writes and seals while it is read. */
class AuditExportTest {
  private static final ObjectNode FIRST = sealed("a", 1, AuditChain.BEGINNING);
  private static final ObjectNode SECOND = sealed("b", 2, hash(FIRST));
  private static final ObjectNode THIRD = sealed("c", 3, hash(SECOND));

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** One a request. */
  private final Deque<String> pages = new ArrayDeque<>();

  private HttpServer service;

  @BeforeEach
  void serve() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          var page = pages.remove().getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  private static ObjectNode open(String id) {
    return Json.MAPPER
        .createObjectNode()
        .put("audit_log_id", id)
        .put("created_at", 1000)
        .putNull("seal");
  }

  private static ObjectNode sealed(String id, long position, String previous) {
    var record = open(id);
    var seal = record.putObject("seal");
    seal.put("position", position).put("previous_hash", previous).put("sealed_at", 1001);
    seal.put("hash", AuditChain.hash(record));
    return record;
  }

  private static String hash(ObjectNode record) {
    return record.at("/seal/hash").asString();
  }

  private void page(@Nullable String next, ObjectNode... records) {
    var page = Json.MAPPER.createObjectNode().put("end_cursor", next);
    page.putArray("items").addAll(List.of(records));
    pages.add(page.toString());
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    var connection =
        new Connection(
            Map.of(
                "AGENT_HOME",
                directory.toString(),
                "AGENT_API_URL",
                "http://127.0.0.1:" + service.getAddress().getPort(),
                "AGENT_API_KEY",
                "agt_key"));
    return Main.commandLine(
            new CommandLine.IFactory() {
              @Override
              public <K> K create(Class<K> type) throws Exception {
                return type == Connection.class
                    ? type.cast(connection)
                    : CommandLine.defaultFactory().create(type);
              }
            })
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void anExportBesideAWriterIsWholeUpToTheHeadThatItNames() throws Exception {
    page(null, open("b"), FIRST);
    page("more", FIRST, open("b"));
    page(null, THIRD); // SECOND has been sealed since it was read
    assertThat(run("audit", "export")).as(err.toString()).isZero();
    assertThat(err).asString().isEqualToIgnoringNewLines("head 1:" + hash(FIRST));
    var log = directory.resolve("log.jsonl");
    Files.writeString(log, out.toString());
    assertThat(run("audit", "verify", log.toString())).as(out.toString()).isZero();
    assertThat(out.toString()).startsWith("whole: 1 records, 1 unsealed");
  }

  @Test
  void theHeadIsThatOfTheNewestSealedRecordHoweverFarBack() {
    page("more", open("d"), open("c"));
    page(null, SECOND, FIRST);
    assertThat(run("audit", "head")).as(err.toString()).isZero();
    assertThat(out).asString().isEqualToIgnoringNewLines("2:" + hash(SECOND));
  }

  @Test
  void ofAnEmptyFileNothingIsKnown() throws Exception {
    var log = Files.createFile(directory.resolve("empty.jsonl"));
    assertThat(run("audit", "verify", log.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("empty", "no record").doesNotContain("whole");
  }

  @Test
  void aLogWithoutAnySealHasNoHead() {
    page(null, open("a"));
    assertThat(run("audit", "head")).isEqualTo(1);
    assertThat(out).asString().isEmpty();
    assertThat(err.toString()).contains("nothing is sealed yet");
  }
}
