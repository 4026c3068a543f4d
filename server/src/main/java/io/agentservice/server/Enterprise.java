package io.agentservice.server;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.core.Wing;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.enterprise.auditlogs.AuditLogsFeature;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.consumption.ConsumptionFeature;
import io.agentservice.server.enterprise.ipaccess.IpAccessFeature;
import io.agentservice.server.enterprise.limits.LimitsFeature;
import io.agentservice.server.enterprise.metrics.Metrics;
import io.agentservice.server.enterprise.metrics.MetricsFeature;
import io.agentservice.server.enterprise.organizations.OrganizationsFeature;
import java.util.List;
import java.util.stream.Stream;

record Enterprise(
    Consumption consumption,
    Metrics metrics,
    OrganizationsFeature organizations,
    LimitsFeature limits,
    AuditLogsFeature auditLogs,
    List<Feature> features)
    implements Wing {

  static Enterprise wire(Core core, Identity identity, Context context, Engine engine) {
    var settings = core.settings();
    var database = core.database();
    var lists = core.lists();
    var consumption = ConsumptionFeature.wire(database, lists, settings.limits().cycleDay());
    var metrics = MetricsFeature.wire(database);
    var limits = LimitsFeature.wire(database, lists, core.live());
    var organizations =
        OrganizationsFeature.wire(
            core,
            engine.sessions().lifecycle(),
            engine.queue(),
            limits.limits(),
            context.git().permissions(),
            Stream.of(
                    engine.belongings(),
                    context.belongings(),
                    List.of(identity.preferences().belongings()))
                .flatMap(List::stream)
                .toList());
    var auditLogs = AuditLogsFeature.wire(database, lists);
    return new Enterprise(
        consumption.consumption(),
        metrics.metrics(),
        organizations,
        limits,
        auditLogs,
        List.of(
            consumption,
            metrics,
            organizations,
            auditLogs,
            limits,
            Feature.serving(IpAccessFeature.routes(database))));
  }

  @Override
  public List<Route> routes() {
    return Route.changingAccess(Wing.super.routes());
  }
}
