package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import java.util.List;

public record NetworkPolicyFeature(List<Route> routes) implements Feature {
  public static NetworkPolicyFeature wire(NetworkPolicies policies) {
    return new NetworkPolicyFeature(new NetworkPolicyRoutes(policies).routes());
  }
}
