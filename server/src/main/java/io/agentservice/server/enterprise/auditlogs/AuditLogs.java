package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.audit.AuditCheck;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AuditId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

public final class AuditLogs {
  private final Database database;

  public AuditLogs(Database database) {
    this.database = database;
  }

  /** Of the account or an organization, newest first unless {@code oldestFirst}. */
  public Listing.Keyed<AuditRecord> list(
      Scope scope, AuditRecord.Filter filter, boolean oldestFirst) {
    return new Listing.Keyed<>(
        (key, size) ->
            database.with(
                AuditLogSql.class,
                sql ->
                    oldestFirst
                        ? oldest(sql, scope, filter, key, size)
                        : newest(sql, scope, filter, key, size)),
        most -> database.with(AuditLogSql.class, sql -> sql.count(scope, filter, most)),
        record -> record.createdAt() + " " + record.auditLogId());
  }

  /** A record of the account; empty when there is none of that id. */
  public Optional<AuditRecord> find(Scope scope, AuditId id) {
    return database.with(AuditLogSql.class, sql -> sql.find(scope, id));
  }

  /** Whether the account's log is whole; reads all of it. */
  public AuditCheck.Verdict check(AccountId account) {
    var all = new AuditRecord.Filter(null, null, null, null, null);
    var check = new AuditCheck(null);
    for (var record : list(new Scope(account, null), all, true).walk()) {
      check.take((ObjectNode) Json.MAPPER.valueToTree(AuditRecordJson.of(record)));
    }
    return check.finish();
  }

  private static Rows<AuditRecord> newest(
      AuditLogSql sql, Scope scope, AuditRecord.Filter filter, @Nullable String key, int size) {
    var time = time(key);
    String id = id(key);
    int fitting = Rows.fitting(sql.sizesOfNewest(scope, filter, time, id, size + 1), size);
    return Rows.of(sql.newest(scope, filter, time, id, fitting + 1), fitting);
  }

  private static Rows<AuditRecord> oldest(
      AuditLogSql sql, Scope scope, AuditRecord.Filter filter, @Nullable String key, int size) {
    var time = time(key);
    String id = id(key);
    int fitting = Rows.fitting(sql.sizesOfOldest(scope, filter, time, id, size + 1), size);
    return Rows.of(sql.oldest(scope, filter, time, id, fitting + 1), fitting);
  }

  private static @Nullable Instant time(@Nullable String key) {
    return key == null ? null : Instant.parse(key.substring(0, key.indexOf(' ')));
  }

  private static @Nullable String id(@Nullable String key) {
    return key == null ? null : key.substring(key.indexOf(' ') + 1);
  }
}
