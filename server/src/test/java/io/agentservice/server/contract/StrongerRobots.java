package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.contract.StrongerOnesIT.Attempt;
import io.agentservice.server.contract.StrongerOnesIT.Making;
import io.agentservice.server.testing.TestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Attempts at service users of an organization that may do more than who runs them there. */
record StrongerRobots(Supplier<TestServer> server, Supplier<OrgId> org, Supplier<String> weakRole) {
  private static final String OWN = "/v3beta1/organizations/{org_id}/service-users";
  private static final String ONE = OWN + "/{service_user_id}";
  private static final String KEYS = ONE + "/api-keys";
  private static final String KEY = KEYS + "/{api_key_id}";

  /** These, and those attempts. */
  Map<String, List<Making>> with(Map<String, List<Making>> others) {
    var all = new HashMap<>(others);
    all.put("PATCH " + ONE, made(() -> new Attempt(robot(), json("role_id", weakRole.get()))));
    all.put("DELETE " + ONE, made(() -> new Attempt(robot(), "")));
    all.put("POST " + KEYS, made(() -> new Attempt(robot() + "/api-keys", json("name", "k"))));
    all.put("DELETE " + KEY, made(() -> new Attempt(key(), "")));
    all.put("POST " + KEY + "/rotate", made(() -> new Attempt(key() + "/rotate", "{}")));
    return all;
  }

  private static List<Making> made(Making attempt) {
    return List.of(attempt);
  }

  /** Administers the organization that it was made in. */
  private String robot() {
    var robot = server.get().given().serviceUser(org.get(), "org_admin");
    return OWN.replace("{org_id}", org.get().value()) + "/" + robot.value();
  }

  private String key() {
    String keys = robot() + "/api-keys";
    return keys + "/" + server.get().admin().post(keys, json("name", "k")).ok().text("/api_key_id");
  }
}
