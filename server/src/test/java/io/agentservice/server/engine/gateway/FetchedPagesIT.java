package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.server.agent.loop.pages.PageServer;
import io.agentservice.server.testing.OnOutpost;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pages that agents read through the service, under the sessions' network policy. */
class FetchedPagesIT extends OnOutpost {
  private static final String MODEL = "page-reader";

  private final HttpClient http = HttpClient.newHttpClient();
  private final OpenAiWireServer model = new OpenAiWireServer();
  private final PageServer pages = new PageServer();

  @Override
  protected Map<String, String> settings() {
    var settings = new HashMap<>(model.settings(MODEL));
    settings.put("AGENT_FETCH_PRIVATE_HOSTS", "127.0.0.1,localhost");
    settings.put(
        "AGENT_NETWORK_POLICY",
        json("enabled", true, "allow", List.of(Map.of("hostname", "127.0.0.1"))));
    return settings;
  }

  @AfterAll
  void close() {
    http.shutdownNow(); // close() would wait for connections of remotes
    pages.close();
    model.close();
  }

  @Test
  void whatThePolicyNamesIsReadAndTheRestIsRefusedAndSeen() throws Exception {
    String id = reads();

    var told = model.lastRequest().body().path("messages").toString();
    assertThat(told).contains("# Ports", "The network policy refuses connections to localhost:");
    assertThat(events(id, "network_denied"))
        .singleElement()
        .satisfies(event -> assertThat(event.at("/data/host").asString()).isEqualTo("localhost"));
  }

  @Test
  void anOrganizationWithAPolicyOfItsOwnGoesByThatAlone() throws Exception {
    admin
        .put(
            "/v3/enterprise/organizations/" + org + "/network-policy",
            json("enabled", true, "allow", List.of(Map.of("hostname", "localhost"))))
        .ok();

    String id = reads();

    var told = model.lastRequest().body().path("messages").toString();
    assertThat(told).contains("# Ports", "The network policy refuses connections to 127.0.0.1:");
    assertThat(events(id, "network_denied"))
        .singleElement()
        .satisfies(event -> assertThat(event.at("/data/host").asString()).isEqualTo("127.0.0.1"));
  }

  /** A session that reads a page by address and by name, and then asks. */
  private String reads() throws Exception {
    pages.serve("/a", "text/html", "<h1>Ports</h1>");
    model
        .call("c1", "fetch", json("url", pages.url("/a")))
        .call("c2", "fetch", json("url", pages.urlByName("/a")))
        .ask("Well?");
    String id = session();
    var url = server.address().replaceFirst("^http", "ws") + "/gateway/sessions/" + id;
    var _ = Peer.greeted(http, URI.create(url), token(claim(id, "w")));
    await(() ->
        "waiting_for_user".equals(admin.get(path("sessions/" + id)).ok().text("/status_detail")));
    return id;
  }

  private List<JsonNode> events(String id, String type) {
    return admin
        .get(path("sessions/" + id + "/events"))
        .ok()
        .json()
        .get("items")
        .valueStream()
        .filter(event -> event.get("type").asString().equals(type))
        .toList();
  }
}
