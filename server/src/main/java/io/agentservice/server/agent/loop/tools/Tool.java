package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something that the model can have done; stateless. Throws {@link ToolInputException}, with
 * nothing changed, for an impossible call.
 */
public abstract class Tool {
  private final ToolSpec spec;

  Tool(ToolSpec spec) {
    this.spec = spec;
  }

  /** What the model is told of it. */
  public final ToolSpec spec() {
    return spec;
  }

  /** Checks a call, changing nothing; answers facts for {@link #recover}, or null. */
  public abstract @Nullable JsonNode prepare(Input input, ToolContext context);

  /** Carries out a call that has been prepared and written down. */
  public abstract Outcome run(Call call, ToolContext context);

  /** Finishes a call without a result after a crash, without doing anything twice. */
  public abstract Outcome recover(Call call, ToolContext context);

  /** Whether it only says something to people. */
  public boolean speaks() {
    return false;
  }

  /** Whether a call does nothing but wait, by {@link ToolContext#waits}. */
  public boolean waits() {
    return false;
  }

  /**
   * Whether a call changes nothing and asks the machine alone: others like it may run at the same
   * time, and to finish one after a crash is to do it again.
   */
  public boolean onlyReads() {
    return false;
  }

  /** Whether the machine's journal holds the call under its command id. */
  public boolean journaled() {
    return false;
  }

  /** The path that a call is about, whose directory's instructions are to be told; or null. */
  public @Nullable String place(Input input) {
    return null;
  }

  /** {@code commandId} on the machine; {@code facts} from {@link Tool#prepare}. */
  public record Call(String commandId, Input input, @Nullable JsonNode facts) {}
}
