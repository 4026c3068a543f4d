package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.testing.OnOutpost;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A service whose agents may read no pages of the web. */
class WithoutFetchIT extends OnOutpost {
  private final HttpClient http = HttpClient.newHttpClient();
  private final OpenAiWireServer model = new OpenAiWireServer();

  @Override
  protected Map<String, String> settings() {
    var settings = new HashMap<>(model.settings("homebody"));
    settings.put("AGENT_FETCH", "false");
    return settings;
  }

  @AfterAll
  void close() {
    http.shutdownNow(); // close() would wait for connections of remotes
    model.close();
  }

  @Test
  void modelsAreNotToldOfTheTool() throws Exception {
    model.ask("Well?");
    String id = session();
    var url = server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    var _ = Peer.greeted(http, URI.create(url), token(claim(id, "w")));
    await(() -> !model.requests().isEmpty());
    assertThat(model.lastRequest().body().path("tools").toString())
        .contains("\"view\"")
        .doesNotContain("\"fetch\"");
  }
}
