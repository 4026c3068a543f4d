package io.agentservice.server.legacy.v1;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code AGENT_V1_OWNER_ONLY_DELETE} (api-legacy.md 2). */
class OwnerOnlyDeleteIT extends OnOrganization {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_V1_OWNER_ONLY_DELETE", "true");
  }

  @Test
  void nobodyEndsASessionOfSomebodyElse() {
    var human = server.as(server.given().legacyKey(server.given().human(org, "org_admin"), org));
    var nameless = server.as(server.given().legacyKey(null, org));
    var other = server.as(server.given().legacyKey(null, org));
    for (var owner : List.of(human, nameless, member)) {
      String id = owner.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
      other.delete("/v1/sessions/" + id).refused(403, "owner_only");
      other.delete("/sessions/" + id).refused(403, "owner_only");
      owner.delete("/v1/sessions/" + id).ok();
      other.delete("/v1/sessions/" + id).refused(403, "owner_only");
    }
  }
}
