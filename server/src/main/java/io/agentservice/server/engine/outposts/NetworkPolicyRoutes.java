package io.agentservice.server.engine.outposts;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The route of what sessions of an organization may reach (fleet.md 2). */
final class NetworkPolicyRoutes {
  private static final String PATH = "/v3/enterprise/organizations/{org_id}/network-policy";

  private final NetworkPolicies policies;

  NetworkPolicyRoutes(NetworkPolicies policies) {
    this.policies = policies;
  }

  List<Route> routes() {
    var access = account(MANAGE_ENTERPRISE_SETTINGS);
    return List.of(
        Route.get(PATH, access, request -> shown(policies.get(request.org()))),
        Route.put(PATH, access, this::replace),
        Route.delete(
            PATH,
            access,
            request -> shown(policies.replace(request.org(), null, request.caller()))));
  }

  private Answer replace(Request request) {
    var policy = NetworkPolicyBody.read(request.body());
    return shown(policies.replace(request.org(), policy, request.caller()));
  }

  private record Answered(boolean enabled, JsonNode allow, String source) {}

  private static Answer shown(NetworkPolicies.Shown shown) {
    return ok(
        new Answered(
            shown.policy().path("enabled").booleanValue(false),
            shown.policy().path("allow"),
            shown.own() ? "organization" : "installation"));
  }
}
