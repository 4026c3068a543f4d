package io.agentservice.server.db;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A transaction in progress. Valid inside the function it was handed to, in that function's thread.
 */
public final class Tx {
  private final Handles.Attached attached;
  private final List<Runnable> signals;
  private final String name;
  private int parts;

  /** {@code signals} gets what is to run after the commit; {@code name} begins its savepoints'. */
  Tx(Handles.Attached attached, List<Runnable> signals, String name) {
    this.attached = attached;
    this.signals = signals;
    this.name = name;
  }

  /** Runs the work as a part that is undone alone, its signals too, when it throws. */
  <T> T part(Function<Tx, T> work) {
    var handle = attached.handle();
    var own = new ArrayList<Runnable>();
    String savepoint = name + "_" + parts++;
    handle.savepoint(savepoint);
    try {
      T result = work.apply(new Tx(attached, own, savepoint));
      handle.releaseSavepoint(savepoint);
      signals.addAll(own);
      return result;
    } catch (RuntimeException | Error e) {
      undo(savepoint, e);
      throw e;
    }
  }

  private void undo(String savepoint, Throwable cause) {
    try {
      attached.handle().rollbackToSavepoint(savepoint);
    } catch (RuntimeException e) { // the connection is gone, and the whole transaction with it
      cause.addSuppressed(e);
    }
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
