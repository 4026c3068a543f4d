package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.OrgId;

/** What a feature keeps of organizations, and erases when their time is over (ADR 0049). */
@FunctionalInterface
public interface Belongings {
  /** So many rows, about, are erased at once. */
  int MOST = 500;

  /** How much is left of what belongs to an organization. */
  enum Left {
    NOTHING,
    MORE,
    /** Some that others use at the moment. */
    HELD;

    /** After so many rows of at most {@link #MOST} were erased. */
    public static Left after(int erased) {
      return erased < MOST ? NOTHING : MORE;
    }
  }

  /** Erases a piece; called again in a transaction of its own until nothing is left. */
  Left erase(Tx tx, OrgId org);
}
