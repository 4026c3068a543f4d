package io.agentservice.server.base.db;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A transaction, valid in the thread and function that it was handed to. */
public final class Tx {
  private final Handles.Attached attached;
  private final Ending ending;
  private final String name;
  private int parts;

  /** {@code name} begins its savepoints'. */
  Tx(Handles.Attached attached, Ending ending, String name) {
    this.attached = attached;
    this.ending = ending;
    this.name = name;
  }

  /** What is to run at the end of the transaction, and after its commit. */
  record Ending(List<Runnable> last, List<Runnable> signals) {
    Ending() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    private void addAll(Ending part) {
      last.addAll(part.last);
      signals.addAll(part.signals);
    }
  }

  /** Undoes the work, its ending too, when it throws. */
  <T> T part(Function<Tx, T> work) {
    var handle = attached.handle();
    var own = new Ending();
    String savepoint = name + "_" + parts++;
    handle.savepoint(savepoint);
    try {
      T result = work.apply(new Tx(attached, own, savepoint));
      handle.releaseSavepoint(savepoint);
      ending.addAll(own);
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

  /** Runs after the commit, in the same thread; for signals that may be lost only. */
  public void afterCommit(Runnable signal) {
    ending.signals().add(signal);
  }

  /** Runs last before the outermost commit: for rows that many wait for. */
  public void last(Runnable step) {
    ending.last().add(step);
  }
}
