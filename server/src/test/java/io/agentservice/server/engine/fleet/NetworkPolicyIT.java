package io.agentservice.server.engine.fleet;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions of a service that restricts what they may reach. */
class NetworkPolicyIT extends OnOutpost {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_NETWORK_POLICY", json("enabled", true, "allow", List.of()));
  }

  @Test
  void theSessionsLogSaysWhyItWaits() {
    var said =
        admin
            .get("/v3/organizations/" + org + "/sessions/" + session() + "/events")
            .ok()
            .json()
            .get("items")
            .valueStream()
            .filter(event -> event.get("type").asString().equals("network_policy"))
            .map(event -> event.get("data").get("text").asString())
            .toList();
    assertThat(said).singleElement().asString().contains("AGENT_ALLOW_UNENFORCED_POLICY=true");
  }
}
