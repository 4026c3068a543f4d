package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Jobs.Job;

/** Reads what a job has written. */
final class JobOutputTool extends JobTool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "job_output",
          """
          Shows what a job has written, at most 10,000 bytes: the newest, or those from a place on. Says where it goes on, whether the
          job runs, and its exit code. To wait for output, call wait.
          """,
          """
          {
            "type": "object",
            "properties": {
              %s,
              "since": {
                "type": "integer", "minimum": 0,
                "description": "Place of the first byte wanted, as an earlier result says; the newest output if not given"
              }
            },
            "required": ["job"]
          }
          """
              .formatted(JOB));

  JobOutputTool() {
    super(SPEC);
  }

  @Override
  void check(Input input, Job job) {
    since(input);
  }

  private static int since(Input input) {
    var since = input.number("since", 0, Integer.MAX_VALUE);
    return since == null ? -1 : since;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var job = job(call.input(), context);
    int since = since(call.input());
    var output =
        since < 0
            ? JobOutput.tail(
                context.machine(), context.redactor(), job.commandId(), JobOutput.LIMIT)
            : JobOutput.read(
                context.machine(), context.redactor(), job.commandId(), since, JobOutput.LIMIT);
    return output == null ? gone(job) : Outcome.ok(words(output));
  }

  /** The output, and where it is from. */
  static String words(JobOutput output) {
    String text = output.text();
    String line = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    String more =
        output.next() < output.size() ? " It goes on at since %d.".formatted(output.next()) : "";
    return "%s[bytes %d to %d of %d.%s %s%s]"
        .formatted(
            line,
            output.from(),
            output.next(),
            output.size(),
            more,
            state(output.end()),
            missing(output));
  }

  private static String missing(JobOutput output) {
    var end = output.end();
    if (end == null) {
      return output.isFull() ? " More is not kept of it: what it writes from here on is lost." : "";
    }
    return end.truncated() ? " What it wrote after them was not kept." : "";
  }

  /** It only reads. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
