package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who traces nothing pays nothing for it. */
class WithoutTracesIT extends OnOutpost {
  private static final int HEAP = 256;
  private static final String LIBRARY = "io.opentelemetry.";

  @TempDir private Path directory;

  /** All classes of a server that has run a session. */
  private String classes(Map<String, String> more) throws Exception {
    var loaded = directory.resolve("classes");
    try (var model = new OpenAiWireServer();
        var http = HttpClient.newHttpClient()) {
      model.ask("Well?");
      var settings = new HashMap<>(model.settings("gpt-5"));
      settings.putAll(more);
      settings.put("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + loaded);
      String id = session();
      String token = token(claim(id, "w"));
      try (var node = server.furtherProcess(HEAP, settings)) {
        var url = node.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
        var _ = Peer.greeted(http, URI.create(url), token);
        await(() ->
            "waiting_for_user"
                .equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
      }
      http.shutdownNow(); // close() would wait for connections of remotes
    }
    return Files.readString(loaded);
  }

  @Test
  @Timeout(200) // a server starts
  void noClassOfTheirLibraryIsLoadedWithoutAnAddress() throws Exception {
    assertThat(classes(Map.of()))
        .contains("io.agentservice.server.agent.driver.DrivenSession")
        .doesNotContain(LIBRARY);
  }

  @Test
  @Timeout(200) // a server starts
  void itWouldBeSeenIfItWere() throws Exception {
    assertThat(classes(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")))
        .contains(LIBRARY);
  }
}
