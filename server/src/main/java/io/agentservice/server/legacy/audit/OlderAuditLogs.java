package io.agentservice.server.legacy.audit;

import static io.agentservice.server.base.auth.Permission.MANAGE_ENTERPRISE_SETTINGS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AuditId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.enterprise.auditlogs.AuditLogs;
import io.agentservice.server.enterprise.auditlogs.AuditRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

public final class OlderAuditLogs {
  private static final int MOST_OF_VERSION_1 = 1000;
  private static final int MOST_OF_VERSION_2 = 200;
  private static final int DEFAULT = 100;

  private final AuditLogs logs;

  public OlderAuditLogs(AuditLogs logs) {
    this.logs = logs;
  }

  public List<Route> routes() {
    var access = account(MANAGE_ENTERPRISE_SETTINGS);
    return List.of(
        Route.get("/v1/audit-logs", access, this::ofVersion1),
        Route.get("/v1/enterprise/audit-logs", access, this::ofVersion1),
        Route.get("/v2/enterprise/audit-logs", access, this::ofVersion2));
  }

  private record Collection(List<Map<String, @Nullable Object>> auditLogs) {}

  /** Where records begin or end; both null: nowhere. */
  private record Bound(@Nullable AuditRecord record, @Nullable Instant time) {}

  private Answer ofVersion1(Request request) {
    var query = request.query();
    int limit = query.integer("limit", 1, MOST_OF_VERSION_1, DEFAULT);
    var before = bound(request, query, "before", true);
    var after = bound(request, query, "after", true);
    query.check();
    return ok(
        new Collection(
            newest(request.scope(), before, after, limit).stream()
                .map(OlderAuditLogs::shownByVersion1)
                .toList()));
  }

  private Answer ofVersion2(Request request) {
    var query = request.query();
    int limit = query.integer("limit", 1, MOST_OF_VERSION_2, DEFAULT);
    var before = bound(request, query, "before", false);
    var after = bound(request, query, "after", false);
    query.check();
    return ok(
        new Collection(
            newest(request.scope(), before, after, limit).stream()
                .map(OlderAuditLogs::shownByVersion2)
                .toList()));
  }

  private Bound bound(Request request, Query query, String name, boolean millis) {
    String text = query.text(name);
    var id = text == null ? null : Id.parse(AuditId.class, text);
    if (id == null) {
      return new Bound(null, millis ? query.millis(name) : query.isoTime(name));
    }
    var record = logs.find(request.scope(), id).orElse(null);
    if (record == null) {
      query.fail("unknown_reference", "No such record", name);
    }
    return new Bound(record, null);
  }

  private List<AuditRecord> newest(Scope scope, Bound before, Bound after, int limit) {
    var filter = new AuditRecord.Filter(null, after.time(), before.time(), null, null);
    var list = logs.list(scope, filter, false);
    var first = before.record();
    var last = after.record();
    var found = list.walk(first == null ? null : list.key().apply(first), limit);
    return StreamSupport.stream(found.spliterator(), false)
        .takeWhile(record -> last == null || isBehind(record, last))
        .limit(limit)
        .toList();
  }

  private static boolean isBehind(AuditRecord record, AuditRecord other) {
    int byTime = record.createdAt().compareTo(other.createdAt());
    return byTime > 0
        || (byTime == 0 && record.auditLogId().value().compareTo(other.auditLogId().value()) > 0);
  }

  /** Its own fields come before those of its data that have the same name. */
  private static Map<String, @Nullable Object> shownByVersion1(AuditRecord record) {
    var shown = shown(record, record.createdAt().toEpochMilli());
    data(record).properties().forEach(field -> shown.putIfAbsent(field.getKey(), field.getValue()));
    return shown;
  }

  private static Map<String, @Nullable Object> shownByVersion2(AuditRecord record) {
    var shown = shown(record, Times.iso(record.createdAt()));
    shown.put("data", data(record));
    return shown;
  }

  private static Map<String, @Nullable Object> shown(AuditRecord record, Object createdAt) {
    var shown = new LinkedHashMap<String, @Nullable Object>();
    shown.put("audit_log_id", record.auditLogId());
    shown.put("created_at", createdAt);
    shown.put("action", record.action());
    shown.put("user_id", record.author().userId());
    shown.put("user_email", record.author().userEmail());
    shown.put("org_id", record.orgId());
    return shown;
  }

  private static JsonNode data(AuditRecord record) {
    return Json.MAPPER.readTree(record.data());
  }
}
