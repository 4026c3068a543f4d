package io.agentservice.server.engine.approvals;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.util.List;

/** The setting of organizations, wired; that of sessions is part of these. */
public record ApprovalsFeature(List<Route> routes) implements Feature {
  public static ApprovalsFeature wire(Database database) {
    return new ApprovalsFeature(new ApprovalPolicyRoutes(new ApprovalPolicies(database)).routes());
  }
}
