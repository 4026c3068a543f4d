package io.agentservice.server.agent.loop;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.Jobs.Job;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.JobEnded;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.tools.JobOutput;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notices which of the session's jobs are over. */
final class EndedJobs {
  private static final int TAIL = 2_000;

  private final Machine machine;
  private final Supplier<Jobs> jobs;
  private final Redactor redactor;
  private final StopSwitch stop;
  private final Consumer<List<LoopEvent>> log;

  EndedJobs(
      Machine machine,
      Supplier<Jobs> jobs,
      Redactor redactor,
      StopSwitch stop,
      Consumer<List<LoopEvent>> log) {
    this.machine = machine;
    this.jobs = jobs;
    this.redactor = redactor;
    this.stop = stop;
    this.log = log;
  }

  /** Writes down those that have ended since the last look; the machine forgets the oldest. */
  void look() {
    var running = jobs.get().running();
    var ended = running.isEmpty() ? List.<JobEnded>of() : stop.wait(() -> ended(running));
    if (ended.isEmpty()) {
      return;
    }
    var before = jobs.get().commands();
    log.accept(List.copyOf(ended));
    var dropped = new ArrayList<>(before);
    dropped.removeAll(jobs.get().commands());
    if (!dropped.isEmpty()) {
      machine.forget(dropped);
    }
  }

  private List<JobEnded> ended(List<Job> running) {
    return running.stream().map(this::endOf).filter(Objects::nonNull).toList();
  }

  private @Nullable JobEnded endOf(Job job) {
    if (!machine.hello().capabilities().contains(ToRemote.ReadOutput.JOBS)) {
      return lost(job);
    }
    var progress = machine.output(job.commandId(), Machine.NO_OUTPUT, 0, Duration.ZERO);
    if (progress == null) {
      return lost(job);
    }
    var end = progress.end();
    if (end == null) {
      return null;
    }
    var tail = JobOutput.tail(machine, redactor, job.commandId(), TAIL);
    return new JobEnded(
        job.name(),
        job.commandId(),
        end.outcome().name().toLowerCase(Locale.ROOT),
        end.exitCode(),
        end.durationMillis(),
        end.outputBytes(),
        tail == null ? "" : tail.text());
  }

  private static JobEnded lost(Job job) {
    return new JobEnded(job.name(), job.commandId(), "lost", null, 0, 0, "");
  }
}
