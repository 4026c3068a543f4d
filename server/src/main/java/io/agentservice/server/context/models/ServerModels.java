package io.agentservice.server.context.models;

/** The models that the operator has set up for all. */
@FunctionalInterface
public interface ServerModels {
  /** Whether a session may name it so. */
  boolean serves(String name);
}
