package io.agentservice.worker.loop;

/** Whoever wants to know what the worker does. Called from several threads; must not block long. */
public interface Progress {
  void tell(WorkerEvent event);
}
