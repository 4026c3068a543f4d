package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import java.util.List;

/** The feature, wired. */
public record AuditLogsFeature(AuditLogs logs, AuditSeals seals, List<Route> routes) {

  public static AuditLogsFeature wire(Database database, Lists lists) {
    var logs = new AuditLogs(database);
    var routes = new AuditLogRoutes(logs, lists).routes();
    return new AuditLogsFeature(logs, new AuditSeals(database), routes);
  }
}
