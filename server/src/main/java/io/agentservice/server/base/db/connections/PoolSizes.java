package io.agentservice.server.base.db.connections;

/** Connections for each {@link Lane}; a few more are the node's own. */
public record PoolSizes(int requests, int sessions) {
  public static final PoolSizes USUAL = new PoolSizes(12, 8);
}
