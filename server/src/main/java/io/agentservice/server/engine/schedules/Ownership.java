package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses schedules whose owner was deleted or lost the permission; somebody may take them over. */
final class Ownership {
  private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);

  /** In one transaction. */
  private static final int MOST = 100;

  private final Database database;

  Ownership(Database database) {
    this.database = database;
  }

  /** Whether nobody is there any more for whom it may act. */
  static boolean isGone(Tx tx, Schedule schedule) {
    return tx.on(OwnerSql.class)
        .isGone(scope(schedule), schedule.scheduleId(), OwnerSql.Rights.NEEDED);
  }

  /** Switches a schedule off and says why. */
  static void pause(Tx tx, Schedule schedule) {
    tx.on(OwnerSql.class).pause(scope(schedule), schedule.scheduleId(), Schedule.OWNER_GONE);
    var changes =
        Map.of(
            "is_enabled",
            Map.of("old", true, "new", false),
            "paused_reason",
            Map.of("new", Schedule.OWNER_GONE));
    var data = Map.of("schedule_id", schedule.scheduleId(), "changes", changes);
    Audit.record(
        tx,
        List.of(
            new Audit.Entry(
                schedule.accountId(), schedule.orgId(), null, "update_schedule", data)));
    LOG.info("paused schedule={} reason={}", schedule.scheduleId(), Schedule.OWNER_GONE);
  }

  /** Pauses all that have lost their owner, while {@code goesOn}; none waits for its next time. */
  void pauseAll(BooleanSupplier goesOn) {
    boolean more = true;
    while (more && goesOn.getAsBoolean()) {
      more =
          database.inTransaction(tx -> {
            var found = tx.on(OwnerSql.class).lockWithoutOwner(OwnerSql.Rights.NEEDED, MOST);
            found.forEach(schedule -> pause(tx, schedule));
            return found.size() == MOST;
          });
    }
  }

  private static Scope scope(Schedule schedule) {
    return new Scope(schedule.accountId(), schedule.orgId());
  }
}
