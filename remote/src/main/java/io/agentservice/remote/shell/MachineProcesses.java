package io.agentservice.remote.shell;

import io.agentservice.remote.base.Platform;
import io.agentservice.remote.process.PortableProcesses;
import io.agentservice.remote.process.PosixProcesses;
import io.agentservice.remote.process.Processes;
import java.nio.file.Path;

/** Chooses how this machine starts processes. */
final class MachineProcesses {
  /** System property; {@code portable} takes Java's own process API where POSIX is to be had. */
  private static final String CHOICE = "agent.remote.processes";

  private MachineProcesses() {}

  /** Loads POSIX ones only if used; {@code stateDirectory} is for a later remote. */
  static Processes choose(Path stateDirectory) {
    if (Platform.CURRENT == Platform.WINDOWS || "portable".equals(System.getProperty(CHOICE))) {
      return new PortableProcesses(stateDirectory);
    }
    return new PosixProcesses();
  }
}
