package io.agentservice.worker.process;

import java.util.Optional;

/** The remote that still runs for a session, be it of this worker or of one that died. */
final class LivingRemote {
  private LivingRemote() {}

  static Optional<RemotePid> of(SessionDirectory directory) {
    return directory
        .readPid()
        .filter(pid -> ProcessStart.alive(pid.pid(), pid.start()))
        .or(() -> UnrecordedRemote.find(directory));
  }
}
