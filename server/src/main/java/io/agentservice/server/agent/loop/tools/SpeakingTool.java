package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;

/** A tool that only says something to people. */
abstract class SpeakingTool extends Tool {
  SpeakingTool(ToolSpec spec) {
    super(spec);
  }

  @Override
  public final boolean speaks() {
    return true;
  }

  /** What is said and the result are one transaction: without a result nothing was said. */
  @Override
  public final Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
