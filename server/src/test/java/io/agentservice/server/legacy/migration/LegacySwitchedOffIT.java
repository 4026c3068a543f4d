package io.agentservice.server.legacy.migration;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** AGENT_FEATURES without {@code legacy} (api-legacy.md). */
class LegacySwitchedOffIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_FEATURES", "session-tags");
  }

  @Test
  void versions1And2AreNotServedAndVersion3Is() {
    var old = member.get("/v1/sessions").refused(404, "feature_disabled");
    assertThat(old.header("Deprecation")).isNotNull();
    member.post("/v1/sessions", json("prompt", "p")).refused(404, "feature_disabled");
    member.delete("/sessions/x").refused(404, "feature_disabled");
    var human = server.given().human(null, "account_admin");
    server
        .as(server.given().legacyKey(human, org))
        .get("/v2/enterprise/self")
        .refused(404, "feature_disabled");
    member.get(path("sessions")).ok();
  }
}
