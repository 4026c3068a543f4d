package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.changes.Changes;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.tools.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How a call of the agent waits: on its machine, or, for long, without one (row 38 of sessions.md).
 */
final class LongWaits {
  /** The session sleeps; the call goes on from the log when it is awake. */
  static final class ReleasedException extends RuntimeException {
    private ReleasedException() {
      super("the machine was given back", null, false, false);
    }
  }

  private final LoopSession session;
  private final StopSwitch stop;
  private final Duration hold;
  private final Supplier<History> history;
  private final EndedJobs endedJobs;
  private final Changes changes;
  private final Consumer<List<LoopEvent>> log;

  /** {@code hold}: the longest wait that the machine is kept for. */
  LongWaits(
      LoopSession session,
      StopSwitch stop,
      Duration hold,
      Supplier<History> history,
      EndedJobs endedJobs,
      Changes changes,
      Consumer<List<LoopEvent>> log) {
    this.session = session;
    this.stop = stop;
    this.hold = hold;
    this.history = history;
    this.endedJobs = endedJobs;
    this.changes = changes;
    this.log = log;
  }

  Waits of(String callId) {
    return new Waits() {
      @Override
      public Instant now() {
        return session.now();
      }

      @Override
      public boolean messageComes(Duration atMost) {
        stop.checkInterrupt();
        return session.awaitMessage(atMost, stop::wait);
      }

      @Override
      public void sleep(Sleep sleep) {
        stop.checkInterrupt();
        boolean isLong = Duration.between(now(), sleep.until()).compareTo(hold) > 0;
        var event = new LoopEvent.Released(callId, sleep.waitFor(), sleep.until().toString());
        if ((isLong || sleep.atOnce())
            && !jobsRun()
            && keepWork()
            && session.release(event, sleep.sessions())) {
          throw new ReleasedException();
        }
      }

      @Override
      public boolean slept() {
        return history.get().released(callId);
      }
    };
  }

  private boolean jobsRun() {
    endedJobs.look();
    return !history.get().jobs().running().isEmpty();
  }

  /** For the next machine; false where a part of it can't be kept. */
  private boolean keepWork() {
    log.accept(changes.kept());
    log.accept(changes.save(history.get().work(), history.get().files()));
    return changes.isKept(history.get().work());
  }
}
