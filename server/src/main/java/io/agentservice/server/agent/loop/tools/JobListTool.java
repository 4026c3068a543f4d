package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.Jobs.Job;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Lists the jobs. */
final class JobListTool extends Tool {
  private static final int COMMAND = 100;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "job_list",
          "Lists the jobs that run, and the last that have ended.",
          """
          {"type": "object", "properties": {}}
          """);

  JobListTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var all = context.jobs().all();
    return Outcome.ok(
        all.isEmpty()
            ? "There are no jobs."
            : all.stream().map(JobListTool::line).collect(Collectors.joining("\n")));
  }

  private static String line(Job job) {
    String command = job.started().command().strip().replaceAll("\\s+", " ");
    String cut = command.length() > COMMAND ? command.substring(0, COMMAND) + "..." : command;
    var ended = job.ended();
    return "%s %s: %s".formatted(job.name(), ended == null ? "runs" : Jobs.how(ended), cut);
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
