package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.Jobs.Job;
import io.agentservice.server.engine.machine.Machine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Writes to a job's standard input. */
final class JobInputTool extends JobTool {
  private static final int MOST_CHARACTERS = 100_000;

  /** How long an answer is waited for. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final ToolSpec SPEC =
      Schemas.spec(
          "job_input",
          """
          Writes to the standard input of a job that was started with background, and shows what it answers within a second.
          """,
          """
          {
            "type": "object",
            "properties": {
              %s,
              "text": {"type": "string", "description": "Exactly what it reads: a line needs its line break"},
              "end": {"type": "boolean", "description": "Close its input after the text"}
            },
            "required": ["job", "text"]
          }
          """
              .formatted(JOB));

  JobInputTool() {
    super(SPEC);
  }

  @Override
  void check(Input input, Job job) {
    if (input.text("text").length() > MOST_CHARACTERS) {
      throw new ToolInputException(
          "text has more than %,d characters: write them to a file that the job reads."
              .formatted(MOST_CHARACTERS));
    }
    if (input.text("text").isEmpty() && !input.flag("end")) {
      throw new ToolInputException("There is nothing to write: give text, or end.");
    }
    if (!job.started().input()) {
      throw new ToolInputException(
          "The job %s takes no input, for it began in the foreground.".formatted(job.name()));
    }
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var job = job(call.input(), context);
    var machine = context.machine();
    var before = machine.output(job.commandId(), Machine.NO_OUTPUT, 0, Duration.ZERO);
    if (before == null) {
      return gone(job);
    }
    var bytes = call.input().text("text").getBytes(StandardCharsets.UTF_8);
    var refusal = machine.feed(job.commandId(), bytes, call.input().flag("end"));
    if (refusal != null) {
      return Outcome.error("The job %s did not take it: %s.".formatted(job.name(), refusal));
    }
    machine.output(job.commandId(), before.size(), 0, MOMENT);
    var answer =
        JobOutput.read(
            context.machine(), context.redactor(), job.commandId(), before.size(), JobOutput.LIMIT);
    return answer == null ? gone(job) : Outcome.ok(JobOutputTool.words(answer));
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    return Outcome.unknown("the input");
  }
}
