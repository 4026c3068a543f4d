package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.Prompt;
import io.agentservice.llm.PromptPrint;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a prompt begins as the last one did, as providers' caches want it, and why it does not. A
 * function of the events: what each prompt looked like stands with the model's turn.
 */
public final class PrefixWatch {
  private @Nullable PromptPrint last;
  private @Nullable String rewritten;
  private @Nullable String moved;

  public void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn turn -> {
        last = turn.prompt();
        rewritten = null;
        moved = null;
      }
      case LoopEvent.Shortened _ -> rewritten = "shortened";
      case LoopEvent.Summarized _ -> rewritten = "summarized";
      case LoopEvent.ModelChanged _ -> rewritten = "model";
      case LoopEvent.GuardrailHit hit when hit.withholds() -> rewritten = "guardrail";
      case LoopEvent.MachineAttached machine when machine.resumed() -> moved = "machine";
      case LoopEvent.McpServer server when server.standing() != McpStanding.STARTING ->
          moved = "mcp_server";
      default -> {} // comes after what is there
    }
  }

  /** The log was read anew: another run goes on from here, perhaps of a newer version. */
  public void reread() {
    moved = moved == null ? "restart" : moved;
  }

  /**
   * Why it does not begin as the last one: {@code shortened}, {@code summarized}, {@code model},
   * {@code guardrail} for what rewrites messages; {@code machine}, {@code mcp_server}, {@code
   * restart} for what changes tools and the text before them; without such a reason, which is a
   * fault of ours, the piece that is another: {@code tools}, {@code system}, {@code messages}. Null
   * when it does, or when there is none to compare with.
   */
  public @Nullable String brokenBy(Prompt prompt) {
    var piece = last == null ? null : last.brokenBy(prompt);
    if (piece == null) {
      return null;
    }
    boolean ofMessages = piece == PromptPrint.Piece.MESSAGES || "model".equals(rewritten);
    String reason = ofMessages ? rewritten : moved;
    return reason != null ? reason : piece.name().toLowerCase(Locale.ROOT);
  }
}
