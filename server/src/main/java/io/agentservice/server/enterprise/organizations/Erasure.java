package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.queue.Queue;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Erases the content of organizations a week after their deletion, secrets too. Names of
 * organizations and service users and the audit log stay.
 */
public final class Erasure {
  /** From an organization's deletion to the erasure. */
  public static final int KEPT_DAYS = 7;

  private final Database database;
  private final Queue queue;
  private final List<Belongings> belongings;

  /** {@code belongings} in the order of references. */
  Erasure(Database database, Queue queue, List<Belongings> belongings) {
    this.database = database;
    this.queue = queue;
    this.belongings = List.copyOf(belongings);
  }

  /**
   * Erases what is due, except locked parts, asking {@code goOn} before each piece. A failing
   * organization holds up no other and is thrown at the end.
   */
  public void run(BooleanSupplier goOn) {
    RuntimeException failure = null;
    for (var org : database.with(ErasureSql.class, sql -> sql.due(KEPT_DAYS))) {
      try {
        erase(org, goOn);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void erase(OrgId org, BooleanSupplier goOn) {
    boolean more = true;
    while (more && goOn.getAsBoolean()) {
      more = erasePiece(org);
    }
  }

  /** A piece; false when there is nothing to be done now. */
  private boolean erasePiece(OrgId org) {
    if (database.inTransaction(tx -> isOurs(tx, org) && queue.hastenTombstones(tx, org))) {
      queue.dropHastened(); // so that watchers are told to look anew
    }
    return database.inTransaction(tx -> isOurs(tx, org) && erasePiece(tx, org));
  }

  private static boolean isOurs(Tx tx, OrgId org) {
    return tx.on(ErasureSql.class).lock(org).isPresent();
  }

  private boolean erasePiece(Tx tx, OrgId org) {
    for (var each : belongings) {
      var left = each.erase(tx, org);
      if (left != Belongings.Left.NOTHING) {
        return left == Belongings.Left.MORE;
      }
    }
    tx.on(ErasureSql.class).erased(org);
    return false;
  }
}
