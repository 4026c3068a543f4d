package io.agentservice.server.engine.sessions.approvals;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import io.agentservice.server.engine.sessions.Sessions;
import java.util.List;

/** The feature, wired. */
public record SessionApprovalsFeature(SessionApprovals approvals, List<Route> routes)
    implements Feature {
  public static SessionApprovalsFeature wire(
      Core core, Sessions sessions, NetworkPolicies policies) {
    var approvals = new SessionApprovals(core.database(), sessions);
    return new SessionApprovalsFeature(
        approvals,
        new ApprovalRoutes(approvals, policies, sessions, core.lists(), core.addresses()).routes());
  }
}
