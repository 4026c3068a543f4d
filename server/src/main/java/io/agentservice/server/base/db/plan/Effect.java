package io.agentservice.server.base.db.plan;

import org.jspecify.annotations.Nullable;

/**
 * What a statement does to a table.
 *
 * @param table null when it locks none, or nobody knows which
 * @param lock null when it locks none, or nobody knows which
 * @param note what else there is to know
 */
public record Effect(
    @Nullable String table, @Nullable Lock lock, Work work, @Nullable String note) {

  /** How much there is to do, from the least on. */
  public enum Work {
    /** Whatever the table holds. */
    INSTANT,
    /** Changes rows: all of them at worst. */
    CHANGES_ROWS,
    /** Reads the whole table. */
    SCANS,
    /** Writes the whole table and its indexes anew. */
    REWRITES,
    /** It can't be told from the statement. */
    NOT_JUDGED;

    Work or(Work other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  static Effect on(String table, Lock lock, Work work) {
    return new Effect(table, lock, work, null);
  }

  static Effect onNoTable() {
    return new Effect(null, null, Work.INSTANT, null);
  }

  static Effect notJudged(String note) {
    return new Effect(null, null, Work.NOT_JUDGED, note);
  }

  Effect and(Effect other) {
    return new Effect(
        table,
        lock == null || other.lock == null ? null : lock.or(other.lock),
        work.or(other.work),
        note == null ? other.note : note);
  }
}
