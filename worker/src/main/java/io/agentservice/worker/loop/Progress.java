package io.agentservice.worker.loop;

/** Hears what the worker does, from several threads; must not block long. */
@FunctionalInterface
public interface Progress {
  void tell(WorkerEvent event);

  /** The API answered with this HTTP status, or 0: not wholly. */
  default void answered(int status) {}
}
