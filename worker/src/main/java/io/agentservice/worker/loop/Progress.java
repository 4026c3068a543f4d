package io.agentservice.worker.loop;

/** Whoever wants to know what the worker does. Called from several threads; must not block long. */
@FunctionalInterface
public interface Progress {
  void tell(WorkerEvent event);

  /**
   * The API answered a request, or did not; too frequent for an event.
   *
   * @param status HTTP status; 0 when no whole answer came
   */
  default void answered(int status) {}
}
