package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.OrgId;

/** What a feature keeps of organizations, and erases (ADR 0049). */
@FunctionalInterface
public interface Belongings {
  /** Rows erased at once, about. */
  int MOST = 500;

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

  /** Erases a piece; called in new transactions until nothing is left. */
  Left erase(Tx tx, OrgId org);
}
