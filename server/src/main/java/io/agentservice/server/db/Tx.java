package io.agentservice.server.db;

import java.util.List;

/**
 * A transaction in progress. Valid inside the function it was handed to, in that function's thread.
 */
public final class Tx {
  private final Handles.Attached attached;
  private final List<Runnable> signals;

  /** {@code signals} gets what is to run after the commit. */
  Tx(Handles.Attached attached, List<Runnable> signals) {
    this.attached = attached;
    this.signals = signals;
  }

  /** The statements of a feature, bound to this transaction. */
  public <S> S on(Class<S> sql) {
    return attached.on(sql);
  }

  /**
   * Runs once the transaction is committed, in the same thread, never when it is rolled back. For
   * signals only: what must not be lost is written, not signalled.
   */
  public void afterCommit(Runnable signal) {
    signals.add(signal);
  }
}
