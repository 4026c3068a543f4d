package io.agentservice.worker.process;

import java.util.List;
import java.util.Optional;

/**
 * A remote of which no file says which process it is: its worker was killed between its start and
 * the writing. It is found by the session and the state directory that it was started with, which
 * only remotes have among their variables, and by leading its group (Linux).
 */
final class UnrecordedRemote {
  private UnrecordedRemote() {}

  static Optional<SessionDirectory.Pid> find(SessionDirectory directory) {
    var wanted =
        List.of(
            RemoteEnvironment.SESSION + "=" + directory.sessionId(),
            RemoteEnvironment.STATE + "=" + directory.state());
    return ProcessHandle.allProcesses()
        .filter(process -> ProcessEnvironment.of(process).containsAll(wanted))
        .map(ProcessHandle::pid)
        .filter(ProcessStart::leadsGroup)
        .flatMap(pid ->
            ProcessStart.of(pid).map(start -> new SessionDirectory.Pid(pid, start, true)).stream())
        .findFirst();
  }
}
