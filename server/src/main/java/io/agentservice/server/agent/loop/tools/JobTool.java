package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.Jobs.Job;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tool that is about a job. */
abstract class JobTool extends Tool {
  static final String JOB =
      """
      "job": {"type": "string", "description": "The name of the job"}\
      """;

  JobTool(ToolSpec spec) {
    super(spec);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    check(input, job(input, context));
    return null;
  }

  /** Reads the rest of the input. */
  abstract void check(Input input, Job job);

  static Job job(Input input, ToolContext context) {
    return job(input.words("job"), context.jobs());
  }

  static Job job(String name, Jobs jobs) {
    return jobs.find(name)
        .orElseThrow(() ->
            new ToolInputException(
                "There is no job %s; the jobs are %s.".formatted(name, names(jobs.all()))));
  }

  private static List<String> names(List<Job> jobs) {
    return jobs.stream().map(Job::name).distinct().toList();
  }

  /** How a job stands, as a sentence. */
  static String state(ToServer.@Nullable Exited end) {
    if (end == null) {
      return "It runs.";
    }
    String code = end.exitCode() == null ? "" : " with exit code " + end.exitCode();
    return switch (end.outcome()) {
      case EXITED, TIMED_OUT -> "It has ended%s.".formatted(code);
      case KILLED -> "It was stopped.";
      case NOT_STARTED -> "It could not be started.";
      case LOST -> "It is gone, for its machine has stopped; how far it came is not known.";
    };
  }

  static Outcome gone(Job job) {
    return Outcome.error(
        "The job %s and its output are gone, for its machine has stopped.".formatted(job.name()));
  }
}
