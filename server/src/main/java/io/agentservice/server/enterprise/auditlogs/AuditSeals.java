package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.audit.AuditChain;
import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.AccountId;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.node.ObjectNode;

/** Seals audit records after their commit (ADR 35), one node at a time for an account. */
public final class AuditSeals {
  private static final int BATCH = 500;

  private final Database database;

  AuditSeals(Database database) {
    this.database = database;
  }

  long unsealed(AccountId account) {
    return database.with(AuditSealSql.class, sql -> sql.countUnsealed(account));
  }

  /** Asks {@code goOn} before each batch; a failing account is thrown at the end. */
  public void run(BooleanSupplier goOn) {
    Failures.each(
        database.with(AuditSealSql.class, AuditSealSql::accounts),
        account -> {
          var last = Optional.of("");
          while (last.isPresent() && goOn.getAsBoolean()) {
            last = seal(account, last.get());
          }
        });
  }

  /**
   * A batch after an id; answers its last id, empty when nothing is left or another node seals. A
   * mark without a record is passed.
   */
  private Optional<String> seal(AccountId account, String after) {
    return database.inTransaction(tx -> {
      var sql = tx.on(AuditSealSql.class);
      if (!sql.lock(account)) {
        return Optional.empty();
      }
      long now = sql.now();
      var last = sql.last(account).orElse(new AuditSeal(0, AuditChain.BEGINNING, "", 0));
      String previous = last.position() == 0 ? AuditChain.BEGINNING : last.hash();
      var seals = new ArrayList<AuditSealSql.Row>();
      var unsealed = sql.unsealed(account, after, BATCH);
      for (var record : sql.records(account, unsealed)) {
        long position = last.position() + seals.size() + 1;
        var seal = new AuditSeal(position, previous, "", now);
        String hash = AuditChain.hash(shown(record, seal));
        seals.add(new AuditSealSql.Row(position, record.auditLogId(), previous, hash, now));
        previous = hash;
      }
      if (!seals.isEmpty()) {
        sql.insert(account, Json.MAPPER.writeValueAsString(seals));
        sql.done(account, seals.stream().map(AuditSealSql.Row::auditLogId).toList());
      }
      return Optional.of(unsealed)
          .filter(ids -> ids.size() == BATCH)
          .map(ids -> ids.getLast().value());
    });
  }

  private static ObjectNode shown(AuditRecord record, AuditSeal seal) {
    return Json.MAPPER.valueToTree(AuditRecordJson.of(record, seal));
  }
}
