package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.metrics.AccountGauge;
import java.time.Duration;
import java.util.List;

public record AuditLogsFeature(AuditLogs logs, AuditSeals seals, List<Route> routes)
    implements Feature {

  public static AuditLogsFeature wire(Database database, Lists lists) {
    var logs = new AuditLogs(database);
    var routes = new AuditLogRoutes(logs, lists).routes();
    return new AuditLogsFeature(logs, new AuditSeals(database), routes);
  }

  @Override
  public List<AccountGauge> gauges() {
    return List.of(
        new AccountGauge(
            "audit_unsealed_records",
            "Audit records that the chain does not hold yet",
            List.of(),
            account -> List.of(AccountGauge.Reading.of((double) seals.unsealed(account)))));
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.everywhere("audit-seals", Duration.ofSeconds(1), seals::run)
            .taking(Duration.ofMinutes(10))); // of an older version there may be years of records
  }
}
