package io.agentservice.server.engine.approvals;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SETTINGS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;

/** The route of what an organization wants to be asked about. */
final class ApprovalPolicyRoutes {
  private static final String PATH = "/v3/organizations/{org_id}/approval-policy";
  private static final int MOST_COMMANDS = 100;
  private static final int LONGEST = 256;

  private final ApprovalPolicies policies;

  ApprovalPolicyRoutes(ApprovalPolicies policies) {
    this.policies = policies;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, organization(VIEW_ORG_SESSIONS, MANAGE_ORG_SETTINGS), this::get),
        Route.put(PATH, organization(MANAGE_ORG_SETTINGS), this::replace));
  }

  private Answer get(Request request) {
    return show(policies.get(request.org()));
  }

  private Answer replace(Request request) {
    var body = request.body();
    String mode = body.word("mode", ApprovalMode.WORDS);
    var commands = body.optionalTexts("commands", 0, MOST_COMMANDS, LONGEST);
    if (commands != null) {
      for (int i = 0; i < commands.size(); i++) {
        if (commands.get(i).isBlank()) {
          body.failAt("pattern", "Input should be a program, maybe with arguments", "commands", i);
        }
      }
    }
    body.check();
    return show(
        policies.replace(
            request.org(),
            new ApprovalPolicy(
                ApprovalMode.of(mode), commands == null ? List.of() : List.copyOf(commands)),
            request.caller()));
  }

  private record Shown(String mode, List<String> commands) {}

  private static Answer show(ApprovalPolicy policy) {
    return ok(new Shown(policy.mode().word(), policy.commands()));
  }
}
