package io.agentservice.remote.gateway;

/** How a connection ended. */
sealed interface End {
  /** The remote is to stop with this exit code. */
  record Stop(int exitCode, String reason) implements End {}

  /** Try again; {@code serverThere}: nobody can serve now, the grace time begins anew. */
  record Lost(String reason, boolean serverThere) implements End {
    Lost(String reason) {
      this(reason, false);
    }
  }
}
