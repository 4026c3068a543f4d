package io.agentservice.server;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.enterprise.auditlogs.AuditLogsFeature;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.consumption.ConsumptionFeature;
import io.agentservice.server.enterprise.ipaccess.IpAccessFeature;
import io.agentservice.server.enterprise.limits.LimitsFeature;
import io.agentservice.server.enterprise.metrics.Metrics;
import io.agentservice.server.enterprise.metrics.MetricsFeature;
import io.agentservice.server.enterprise.organizations.Erasure;
import io.agentservice.server.enterprise.organizations.OrganizationsFeature;
import java.util.List;
import java.util.stream.Stream;

/** The wing {@code enterprise}, wired: what the administrator of an account sees and sets. */
record Enterprise(
    Consumption consumption,
    Metrics metrics,
    OrganizationsFeature organizations,
    LimitsFeature limits,
    AuditLogsFeature auditLogs,
    List<Route> routes) {

  static Enterprise wire(
      SessionsFeature.Base base,
      Identity identity,
      Context context,
      Engine engine,
      Settings settings) {
    var database = base.database();
    var lists = base.lists();
    var consumption = ConsumptionFeature.wire(database, lists, settings.limits().cycleDay());
    var metrics = MetricsFeature.wire(database);
    var limits = LimitsFeature.wire(database, lists, settings);
    var organizations =
        OrganizationsFeature.wire(
            database,
            lists,
            engine.sessions().lifecycle(),
            engine.queue(),
            limits.limits(),
            context.git().permissions(),
            settings);
    var auditLogs = AuditLogsFeature.wire(database, lists);
    var routes =
        Stream.of(
                consumption.routes(),
                metrics.routes(),
                organizations.routes(),
                auditLogs.routes(),
                limits.routes(),
                IpAccessFeature.routes(database))
            .flatMap(List::stream)
            .toList();
    return new Enterprise(
        consumption.consumption(), metrics.metrics(), organizations, limits, auditLogs, routes);
  }

  /** Erases what deleted organizations have left. */
  Erasure erasure() {
    return organizations.erasure();
  }
}
