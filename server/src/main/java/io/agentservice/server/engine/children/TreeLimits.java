package io.agentservice.server.engine.children;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A session's limit is that of all below it, too. What a child works with is set aside: it counts
 * in whole against the limits above until its task is done, then what it has used.
 */
public final class TreeLimits {
  private TreeLimits() {}

  /**
   * A limit that would be passed.
   *
   * @param own the session's; else that of one above it
   * @param needed by all that count against it
   */
  public record Passed(boolean own, int acus, BigDecimal needed) {}

  /** Locks the session's tree: what is asked then holds to the end of the transaction. */
  public static void lock(Tx tx, SessionId root) {
    var _ = tx.on(ChildSql.class).lock(root);
  }

  /** Asked about a reservation of the session that has just been written. */
  public static Optional<Passed> reserve(Tx tx, SessionId session) {
    var root = tx.on(ChildSql.class).root(session);
    root.ifPresent(found -> lock(tx, found));
    return root.flatMap(_ -> passed(tx, session));
  }

  /** The first that the session passes, if it works from now on. */
  public static Optional<Passed> passed(Tx tx, SessionId session) {
    return first(tx, session, level -> compare(level.needed(), level) > 0);
  }

  /** The first that is used up. */
  public static Optional<Passed> usedUp(Tx tx, SessionId session) {
    return first(tx, session, level -> compare(level.used(), level) >= 0);
  }

  private static Optional<Passed> first(Tx tx, SessionId session, Predicate<ChildSql.Level> stops) {
    var sql = tx.on(ChildSql.class);
    if (sql.root(session).isEmpty()) {
      return Optional.empty();
    }
    return sql.limits(session).stream()
        .filter(stops)
        .findFirst()
        .map(level -> new Passed(level.level() == 0, level.acuLimit(), level.needed()));
  }

  private static int compare(BigDecimal acus, ChildSql.Level level) {
    return acus.compareTo(BigDecimal.valueOf(level.acuLimit()));
  }
}
