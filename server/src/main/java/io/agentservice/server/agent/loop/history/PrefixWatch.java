package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.Prompt;
import io.agentservice.llm.PromptPrint;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a prompt begins as the last one did, as providers' caches want it, and why it does not. A
 * function of the events: what each prompt looked like stands with the model's turn.
 */
public final class PrefixWatch {
  private static final String MODEL = "model";
  private static final String RESTART = "restart";
  private static final String REPLAY = "replay";

  /**
   * Why a prompt begins anew. Of messages: they were shortened, summarized, withheld, or left out
   * for another model, or another run tells them in another way ({@code replay}). Of tools and the
   * text before: the machine, an MCP server, another run. The last three, the pieces themselves,
   * are faults of ours: nothing that happened explains them.
   */
  public static final List<String> CAUSES =
      List.of(
          "shortened",
          "summarized",
          MODEL,
          "guardrail",
          REPLAY,
          "machine",
          "mcp_server",
          RESTART,
          "tools",
          "system",
          "messages");

  private @Nullable PromptPrint last;
  private @Nullable String rewritten;
  private @Nullable String moved;
  private boolean reread;

  /** {@code broken}: one of {@link #CAUSES}; null when it begins as the last, or is the first. */
  public record Look(PromptPrint print, @Nullable String broken) {}

  public void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn turn -> {
        last = turn.prompt();
        rewritten = null;
        moved = null;
        reread = false;
      }
      case LoopEvent.Shortened _ -> rewritten = "shortened";
      case LoopEvent.Summarized _ -> rewritten = "summarized";
      case LoopEvent.ModelChanged _ -> rewritten = MODEL;
      case LoopEvent.GuardrailHit hit when hit.withholds() -> rewritten = "guardrail";
      case LoopEvent.MachineAttached machine when machine.resumed() -> moved = "machine";
      case LoopEvent.McpServer server when server.standing() != McpStanding.STARTING ->
          moved = "mcp_server";
      default -> {} // comes after what is there
    }
  }

  /** The log was read anew: another run goes on from here, perhaps of a newer version. */
  public void reread() {
    reread = true;
  }

  public Look look(Prompt prompt) {
    var following = PromptPrint.following(last, prompt);
    var piece = following.broken();
    return new Look(following.print(), piece == null ? null : cause(piece));
  }

  private String cause(PromptPrint.Piece piece) {
    if (piece == PromptPrint.Piece.MESSAGES) {
      return first(rewritten, reread ? REPLAY : null, piece);
    }
    // A window that turned out to be small takes other tools, and a shorter conversation.
    return first(moved == null ? rewritten : moved, reread ? RESTART : null, piece);
  }

  private static String first(
      @Nullable String happened, @Nullable String run, PromptPrint.Piece piece) {
    if (happened != null) {
      return happened;
    }
    return run != null ? run : piece.name().toLowerCase(Locale.ROOT);
  }
}
