package io.agentservice.server.db;

import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * A transaction in progress. Valid inside the function it was handed to, in that function's thread.
 */
public final class Tx {
  private final Database database;
  private final Handle handle;
  private final List<Runnable> afterCommit = new ArrayList<>();

  Tx(Database database, Handle handle) {
    this.database = database;
    this.handle = handle;
  }

  /** The statements of a feature, bound to this transaction. */
  public <S> S on(Class<S> sql) {
    return database.attach(handle, sql);
  }

  /**
   * Runs once the transaction is committed, in the same thread, never when it is rolled back. For
   * signals only: what must not be lost is written, not signalled.
   */
  public void afterCommit(Runnable signal) {
    afterCommit.add(signal);
  }

  void committed() {
    afterCommit.forEach(Runnable::run);
  }
}
