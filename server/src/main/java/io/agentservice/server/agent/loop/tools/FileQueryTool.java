package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;

/** Has git answer a {@link FileQuery} on the machine. */
abstract class FileQueryTool extends Tool {
  FileQueryTool(ToolSpec spec) {
    super(spec);
  }

  /** Shell commands for {@link FileQuery#ask}. */
  abstract String git(Input input);

  /** What the model is told of git's answer. */
  abstract Outcome outcome(FileQuery query, FileQuery.Answer answer, Input input);

  @Override
  public final boolean onlyReads() {
    return true;
  }

  @Override
  public final boolean journaled() {
    return true;
  }

  @Override
  public final @Nullable String place(Input input) {
    return input.optionalText("path");
  }

  @Override
  public final Outcome run(Call call, ToolContext context) {
    var query = FileQuery.of(call.input());
    return outcome(query, query.ask(call, context, git(call.input())), call.input());
  }

  /** To look again changes nothing. */
  @Override
  public final Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
