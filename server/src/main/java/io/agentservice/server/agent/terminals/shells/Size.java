package io.agentservice.server.agent.terminals.shells;

import io.agentservice.wire.frames.ToRemote;

/** Of a terminal, in characters. */
public record Size(int rows, int columns) {
  /** What remotes take. */
  public static final int MOST = 1000;

  ToRemote.PtySize pty() {
    return new ToRemote.PtySize(rows, columns);
  }

  boolean fits() {
    return rows >= 1 && rows <= MOST && columns >= 1 && columns <= MOST;
  }
}
