package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Jobs.Job;

/** Ends a job. */
final class JobStopTool extends JobTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "job_stop",
          """
          Ends a job and all that it started: by INT, 2 seconds later TERM, 5 seconds later KILL. Shows the end of its output.
          """,
          """
          {
            "type": "object",
            "properties": {
              %s
            },
            "required": ["job"]
          }
          """
              .formatted(JOB));

  private static final int TAIL = 2_000;

  JobStopTool() {
    super(SPEC);
  }

  @Override
  void check(Input input, Job job) {}

  @Override
  public Outcome run(Call call, ToolContext context) {
    var job = job(call.input(), context);
    if (!Stopping.stop(context.machine(), job.commandId())) {
      return gone(job);
    }
    var tail = JobOutput.tail(context.machine(), context.redactor(), job.commandId(), TAIL);
    return tail == null ? gone(job) : Outcome.ok(JobOutputTool.words(tail));
  }

  /** What is stopped twice is stopped. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
