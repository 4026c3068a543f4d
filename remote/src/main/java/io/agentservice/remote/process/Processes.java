package io.agentservice.remote.process;

import io.agentservice.remote.base.Platform;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How this machine starts processes and ends them all. */
public sealed interface Processes permits PosixProcesses, PortableProcesses {
  /** System property; {@code portable} takes Java's own process API where POSIX is to be had. */
  String CHOICE = "agent.remote.processes";

  /** Loads POSIX ones only if used; {@code stateDirectory} is for a later remote. */
  static Processes ofThisMachine(Path stateDirectory) {
    if (Platform.CURRENT == Platform.WINDOWS || "portable".equals(System.getProperty(CHOICE))) {
      return new PortableProcesses(stateDirectory);
    }
    return new PosixProcesses();
  }

  /** True when {@link #start} can give a process a terminal. */
  boolean haveTerminals();

  /** Loads what the first start needs; called once, before it. */
  void prepare();

  /**
   * Starts a program.
   *
   * @param commandId finds its processes, also by their environment
   * @param stdin true for a pipe, false for an empty input; a terminal always has one
   * @param terminal its size; null for pipes
   * @throws NotStartedException when the system refuses the program
   */
  Started start(String commandId, Program program, boolean stdin, @Nullable PtySize terminal)
      throws NotStartedException;

  /** Kills what an earlier remote of the session left running; false when some still lives. */
  boolean killLeftovers(String sessionId, Duration limit);

  /**
   * Asks all processes to end, and kills them later; false when some still live at the last limit.
   */
  boolean endAll(Duration gentle, Duration hard);
}
