package io.agentservice.remote.process;

import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Processes by {@code posix_spawn}, each in a POSIX session, below the remote. */
public final class PosixProcesses implements Processes {
  private final Children children = new Children();

  @Override
  public boolean haveTerminals() {
    return true;
  }

  @Override
  public void prepare() {
    Posix.adoptOrphansAndHide();
    children.startReaping();
    Spawner.prepare();
  }

  @Override
  public Started start(String commandId, Program program, boolean stdin, @Nullable PtySize terminal)
      throws NotStartedException {
    var started =
        children.start(() ->
            terminal == null
                ? Spawner.withPipes(program, stdin)
                : Spawner.withTerminal(program, terminal));
    return new PosixProcess(commandId, started.process(), started.child(), terminal != null);
  }

  @Override
  public boolean killLeftovers(String sessionId, Duration limit) {
    return ProcessTree.kill(() -> ProcessTree.leftOf(sessionId), limit);
  }

  @Override
  public boolean endAll(Duration gentle, Duration hard) {
    ProcessTree.signal(ProcessTree.ofRemote(), SignalName.TERM.number());
    ProcessTree.awaitGone(() -> ProcessTree.ofRemote().isEmpty(), gentle);
    return ProcessTree.kill(ProcessTree::ofRemote, hard);
  }
}
