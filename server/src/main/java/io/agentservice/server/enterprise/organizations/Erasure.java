package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.queue.Queue;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Erases the content of organizations that were deleted a week ago: what people and agents wrote,
 * with its secrets. What stays has no content: the organization's name, the names of its service
 * users, the audit log.
 */
public final class Erasure {
  /** Days between an organization's deletion and the erasure of its content. */
  public static final int KEPT_DAYS = 7;

  /** A session may have a log of many thousand events. */
  private static final int SESSIONS = 20;

  private static final int ROWS = 500;

  /** A kind of content beside sessions. */
  @FunctionalInterface
  private interface Kind {
    /** Erases some of it; true: that was all. */
    boolean isGone(ErasureSql sql, OrgId org);
  }

  /** In the order in which rows refer to each other. */
  private static final List<Kind> KINDS =
      List.of(
          (sql, org) -> sql.schedules(org, ROWS) < ROWS,
          (sql, org) -> sql.violations(org, ROWS) < ROWS,
          (sql, org) -> sql.notes(org, ROWS) < ROWS,
          (sql, org) -> sql.folders(org) == 0,
          (sql, org) -> sql.playbooks(org, ROWS) < ROWS,
          (sql, org) -> sql.secrets(org) == 0,
          (sql, org) -> sql.tags(org) == 0,
          (sql, org) -> sql.repositorySetups(org) == 0,
          (sql, org) -> sql.indexedFiles(org, ROWS) < ROWS,
          (sql, org) -> sql.indexedBranches(org) == 0,
          (sql, org) -> sql.searches(org, ROWS) < ROWS);

  /** Nothing is that old but what {@link ErasureSql#hastenTombstones} has made so. */
  private static final int DAYS_OF_HASTENED = 10_000;

  private final Database database;
  private final Queue queue;

  Erasure(Database database, Queue queue) {
    this.database = database;
    this.queue = queue;
  }

  /**
   * Goes on until nothing is due, or what is left is being changed by others. Safe on any number of
   * nodes; what one has begun another may end.
   *
   * @param goOn asked before each piece
   */
  public void run(BooleanSupplier goOn) {
    boolean more = true;
    while (more && goOn.getAsBoolean()) {
      more = erasePiece();
    }
  }

  /** A piece; false when there is nothing to be done now. */
  private boolean erasePiece() {
    var hastened =
        database.inTransaction(tx -> {
          var sql = tx.on(ErasureSql.class);
          return sql.due(KEPT_DAYS).map(sql::hastenTombstones).orElse(0);
        });
    if (hastened > 0) {
      queue.dropTombstones(DAYS_OF_HASTENED); // so that watchers are told to look anew
    }
    return database.inTransaction(tx -> {
      var sql = tx.on(ErasureSql.class);
      return sql.due(KEPT_DAYS).filter(org -> erasePiece(sql, org)).isPresent();
    });
  }

  private static boolean erasePiece(ErasureSql sql, OrgId org) {
    if (sql.sessions(org, SESSIONS) == SESSIONS) {
      return true;
    }
    if (sql.hasSessions(org)) { // the queue remembers some: another has it at the moment
      return false;
    }
    for (var kind : KINDS) {
      if (!kind.isGone(sql, org)) {
        return true;
      }
    }
    sql.erased(org);
    return true;
  }
}
