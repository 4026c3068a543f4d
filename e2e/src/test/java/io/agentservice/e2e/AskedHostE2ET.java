package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that the network policy refuses is asked for, allowed by a person, and reached. */
@Tag("long")
@Tag("recorded")
@Timeout(300) // several programs start, one after the other
class AskedHostE2ET {
  private static final String POLICY =
      "{\"enabled\": true, \"allow\": [{\"ipv4\": \"127.0.0.2\"}]}";
  private static final String NAMES =
      """
      127.0.0.1 localhost
      127.0.0.2 asked.test
      127.0.0.2 other.test
      """;

  @TempDir private Path directory;
  private Installation installation;
  private HttpServer site;

  @AfterEach
  void stop() {
    if (site != null) {
      site.stop(0);
    }
    if (installation != null) {
      installation.close();
    }
  }

  @Test
  void theSameSessionReachesItAfterTheApprovalAndNothingElse() throws Exception {
    for (var program : List.of("bwrap", "curl")) {
      boolean there =
          new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
      assumeTrue(there, program + " is not installed here");
    }
    serveAtTheAddressThatThePolicyNames();
    installation = Installation.start(directory, Map.of("AGENT_NETWORK_POLICY", POLICY));
    Files.writeString(directory.resolve("names"), NAMES);
    installation.startWorker(
        "worker-1",
        directory.resolve("data"),
        Map.of("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + directory.resolve("names")),
        "--sandbox=bwrap");
    var port = String.valueOf(site.getAddress().getPort());
    var transcript = RecordedTask.named("asked-host").replace("PORT", port);
    var session = installation.create("Fetch it", transcript);
    installation.awaitStatus(session, "running", "waiting_for_approval");

    var asked = sessions().approvals(session, Query.NONE).items().getFirst();
    assertThat(asked.toJson()).contains("network access to asked.test");
    sessions().approve(session, asked.required("event_id"), false);

    installation.awaitStatus(session, "running", "finished");
    var results = results(session);
    assertThat(results.get(0)).contains("refused by the session's network policy");
    assertThat(results.get(1)).contains("asked.test is allowed: do once more what was refused.");
    assertThat(results.get(2))
        .contains("here I am")
        .contains("connection to other.test:" + port + " was refused");
  }

  private void serveAtTheAddressThatThePolicyNames() throws Exception {
    site = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0), 0);
    site.createContext(
        "/",
        exchange -> {
          var body = "here I am\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    site.start();
  }

  private List<String> results(String session) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals("tool_result"))
        .map(JsonObject::toJson)
        .toList();
  }

  private SessionClient sessions() {
    return installation.client().sessions(installation.org());
  }
}
