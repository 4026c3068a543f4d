package io.agentservice.server.legacy.v2;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.context.git.permissions.GitPermissions;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.engine.capacity.Hypervisors;
import io.agentservice.server.engine.sessions.insights.InsightsFeature;
import io.agentservice.server.engine.setups.RepositorySetups;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.limits.LimitsFeature;
import io.agentservice.server.enterprise.metrics.Metrics;
import io.agentservice.server.enterprise.organizations.Organizations;
import io.agentservice.server.identity.keys.LegacyKeys;
import io.agentservice.server.identity.members.Members;
import io.agentservice.server.identity.roles.Roles;
import java.util.List;
import java.util.stream.Stream;

/** The routes of version 2. */
public record Version2(
    Roles roles,
    LegacyKeys keys,
    Members members,
    Playbooks playbooks,
    InsightsFeature sessions,
    GitPermissions gitPermissions,
    RepositorySetups setups,
    Hypervisors hypervisors,
    Organizations organizations,
    Consumption consumption,
    Metrics metrics,
    LimitsFeature limits) {

  /** What is served; {@code addresses} are those of sessions' pages. */
  public List<Route> routes(Lists lists, Addresses addresses) {
    return Stream.of(
            SelfOfVersion2.routes(),
            new KeysOfVersion2(keys, lists).routes(),
            new MembersOfVersion2(members, sessions.histories(), metrics, organizations, lists)
                .routes(),
            new SessionsOfVersion2(sessions, lists, addresses).routes(),
            new GitOfVersion2(gitPermissions, setups, lists).routes(),
            new OrganizationsOfVersion2(organizations, lists).routes(),
            new ConsumptionOfVersion2(consumption).routes(),
            new MetricsOfVersion2(metrics, consumption).routes(),
            limits.groupsAt().apply("/v2/enterprise/org-group-limits"),
            new HypervisorsOfVersion2(hypervisors, lists).routes(),
            new ListsOfVersion2(roles, members, playbooks, lists).routes())
        .flatMap(List::stream)
        .toList();
  }
}
