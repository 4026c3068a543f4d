package io.agentservice.cli.organization;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.Main;
import io.agentservice.cli.connection.Connection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Preferences of somebody whose token it is, by a service that answers what it has. */
class PreferencesCommandTest {
  private static final String HELD =
      """
      {"notify": ["asks", "failed"], "shortcuts": false, "theme": "dark",
       "views": [{"org_id": "org-1", "name": "Late\\nones", "query": "status=failed&mine"}]}
      """;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final List<String> asked = new ArrayList<>();
  private HttpServer service;

  @BeforeEach
  void serve() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/v3beta1/self/preferences",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          asked.add(exchange.getRequestMethod() + " " + body);
          var answer = HELD.getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
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
            List.of(arguments),
            new CommandLine.IFactory() {
              @Override
              public <K> K create(Class<K> type) throws Exception {
                return type == Connection.class
                    ? type.cast(connection)
                    : CommandLine.defaultFactory().create(type);
              }
            })
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(out, true))
        .execute(arguments);
  }

  @Test
  void theyAreShownALineEach() {
    assertThat(run("preferences", "show")).as(out.toString()).isZero();
    assertThat(out.toString().lines())
        .hasSize(4)
        .contains("theme      dark", "shortcuts  false", "notify     asks,failed")
        .last()
        .asString()
        .startsWith("view       org-1  ?status=failed&mine  Late");
  }

  @Test
  void aChangeSendsWhatIsGivenAndNothingElse() {
    assertThat(run("preferences", "update", "--theme", "dark", "--notify", "asks,failed")).isZero();
    assertThat(run("preferences", "update", "--notify", "none", "--shortcuts", "false")).isZero();
    assertThat(asked)
        .containsExactly(
            "PATCH {\"theme\":\"dark\",\"notify\":[\"asks\",\"failed\"]}",
            "PATCH {\"shortcuts\":false,\"notify\":[]}");
  }
}
