package io.agentservice.remote.process;

import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How this machine starts processes and ends them all. */
public interface Processes {
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
