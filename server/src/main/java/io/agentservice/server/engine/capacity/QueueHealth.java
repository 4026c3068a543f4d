package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.settings.QueueLevels;
import io.agentservice.server.base.settings.QueueLevels.Level;
import java.util.function.Supplier;

/** How much waits for machines (interface.md 3.4). */
public final class QueueHealth {
  private final Database database;
  private final Supplier<QueueLevels> levels;

  QueueHealth(Database database, Supplier<QueueLevels> levels) {
    this.database = database;
    this.levels = levels;
  }

  /** How it stands. */
  public enum Status {
    NORMAL,
    ELEVATED,
    HIGH
  }

  /** What of the account waits now. */
  public Waiting waiting(AccountId account) {
    return database.with(QueueHealthSql.class, sql -> sql.waiting(account));
  }

  /** What that means by the settings. */
  public Status judge(Waiting waiting) {
    var now = levels.get();
    return reaches(waiting, now.high())
        ? Status.HIGH
        : reaches(waiting, now.elevated()) ? Status.ELEVATED : Status.NORMAL;
  }

  private static boolean reaches(Waiting waiting, Level level) {
    return waiting.sessions() >= level.sessions()
        || waiting.oldestWaitSeconds() >= level.waitSeconds();
  }
}
