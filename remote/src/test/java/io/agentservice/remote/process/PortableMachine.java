package io.agentservice.remote.process;

import java.nio.file.Path;

/** A machine that has Java's own process API only, for tests of other packages. */
public final class PortableMachine {
  private PortableMachine() {}

  public static Processes processes(Path stateDirectory) {
    return new PortableProcesses(stateDirectory);
  }
}
