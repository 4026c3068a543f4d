package io.agentservice.server.agent.loop.log;

import io.agentservice.server.agent.loop.log.LoopEvent.JobEnded;
import io.agentservice.server.agent.loop.log.LoopEvent.JobEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.JobStarted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The session's commands in the background: a fold over the log. */
public final class Jobs {
  /** So many may run at a time. */
  public static final int MOST_RUNNING = 16;

  /** Of so many that are over the output can still be read. */
  private static final int MOST_ENDED = 16;

  /** {@code ended} is null while it runs. */
  public record Job(JobStarted started, @Nullable JobEnded ended) {
    public String name() {
      return started.job();
    }

    public String commandId() {
      return started.commandId();
    }

    public boolean running() {
      return ended == null;
    }
  }

  /** By the command's id, in the order of their starts. */
  private final Map<String, Job> known = new LinkedHashMap<>();

  private int started;

  /** Answers what the model is told of it; null for nothing. */
  public @Nullable String add(JobEvent event) {
    return switch (event) {
      case JobStarted job -> {
        started++;
        known.put(job.commandId(), new Job(job, null));
        yield null;
      }
      case JobEnded end -> {
        known.computeIfPresent(end.commandId(), (_, job) -> new Job(job.started(), end));
        forgetOldest();
        yield words(end);
      }
    };
  }

  private void forgetOldest() {
    var ended = known.values().stream().filter(job -> !job.running()).toList();
    ended.stream()
        .limit(Math.max(0, ended.size() - MOST_ENDED))
        .forEach(job -> known.remove(job.commandId()));
  }

  public List<Job> running() {
    return known.values().stream().filter(Job::running).toList();
  }

  /** Those that run and the newest that are over, in the order of their starts. */
  public List<Job> all() {
    return List.copyOf(known.values());
  }

  /** The newest of a name. */
  public Optional<Job> find(String name) {
    return known.values().stream()
        .filter(job -> job.name().equals(name))
        .reduce((_, newer) -> newer);
  }

  /** A name that no job of the session has had. */
  public String nextName() {
    int number = started + 1;
    while (find("job-" + number).isPresent()) {
      number++;
    }
    return "job-" + number;
  }

  /** Ids of commands whose output can still be asked for. */
  public Set<String> commands() {
    return known.values().stream().map(Job::commandId).collect(Collectors.toSet());
  }

  private static String words(JobEnded end) {
    String tail = end.tail().isBlank() ? "" : " Its last output:\n" + end.tail();
    return "The job %s %s.%s".formatted(end.job(), how(end), tail);
  }

  /** How it ended, after its name. */
  public static String how(JobEnded end) {
    String code = end.exitCode() == null ? "" : " with exit code " + end.exitCode();
    return switch (end.outcome()) {
      case "exited" -> "has ended" + code;
      case "killed" -> "was stopped";
      case "not_started" -> "could not be started";
      default -> "is gone, for its machine has stopped; how far it came is not known";
    };
  }
}
