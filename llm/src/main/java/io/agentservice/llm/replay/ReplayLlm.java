package io.agentservice.llm.replay;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Role;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays a recorded model: its tool calls really run, and replies tell where results differ. The
 * next turn is read from the prompt, so a replay survives restarts: the one after the last call id
 * {@code replay-<turn>-<n>} seen, else after the number of assistant messages, which compaction may
 * change.
 */
public final class ReplayLlm implements Llm {

  private static final Pattern CALL_ID = Pattern.compile("replay-(\\d{1,9})-\\d+");
  private static final int PIECES = 20;

  private final Transcript transcript;

  public ReplayLlm(Transcript transcript) {
    this.transcript = transcript;
  }

  @Override
  public String name() {
    return "replay:" + transcript.name();
  }

  /** The model that was recorded. */
  @Override
  public String model() {
    return transcript.model();
  }

  public Transcript transcript() {
    return transcript;
  }

  /** The model of a session that this one's has started: the names that lead to it. */
  public ReplayLlm below(List<String> names) {
    var found = transcript;
    for (String name : names) {
      found = found.child(name);
    }
    return names.isEmpty() ? this : new ReplayLlm(found);
  }

  @Override
  public Reply complete(Prompt prompt, TextListener live) {
    int number = turnsSoFar(prompt.messages()) + 1;
    if (number > transcript.turns().size()) {
      throw new LlmException(
          Kind.INVALID_REQUEST,
          "transcript "
              + transcript.name()
              + " has no turn "
              + number
              + ": it ends after turn "
              + transcript.turns().size());
    }
    Transcript.Turn turn = transcript.turns().get(number - 1);
    var divergences = Expectations.compare(number, turn.expect(), prompt.messages());
    var parts = new ArrayList<Part>();
    String text = turn.text() == null ? "" : turn.text();
    speak(text, turn.delayMillis(), live);
    if (!text.isEmpty()) {
      parts.add(new Part.Text(text));
    }
    int n = 0;
    for (Transcript.Call call : turn.toolCalls()) {
      n++;
      parts.add(
          new Part.ToolUse("replay-" + number + "-" + n, call.name(), call.input().deepCopy()));
    }
    Stop usual = turn.toolCalls().isEmpty() ? Stop.END_TURN : Stop.TOOL_USE;
    return new Reply(
        parts,
        turn.stop() == null ? usual : turn.stop(),
        turn.usage() == null ? Usage.NONE : turn.usage(),
        transcript.model(),
        divergences);
  }

  private static int turnsSoFar(List<ChatMessage> messages) {
    int turns = 0;
    for (ChatMessage message : messages) {
      if (message.role() == Role.ASSISTANT) {
        int own = message.parts().stream().mapToInt(ReplayLlm::turnOf).max().orElse(0);
        turns = own > 0 ? own : turns + 1;
      }
    }
    return turns;
  }

  /** The turn, from 1, that made this tool call; 0 if it is not a call of a replay. */
  private static int turnOf(Part part) {
    if (part instanceof Part.ToolUse use) {
      Matcher id = CALL_ID.matcher(use.id());
      return id.matches() ? Integer.parseInt(id.group(1)) : 0;
    }
    return 0;
  }

  /** With a delay the text comes in pieces, as from a real model. */
  private static void speak(String text, int delayMillis, TextListener live) {
    int length = delayMillis == 0 ? text.length() : Math.max(1, text.length() / PIECES);
    int pieces = text.isEmpty() ? 1 : (text.length() + length - 1) / length;
    for (int i = 0; i < pieces; i++) {
      pause(delayMillis / pieces);
      if (!text.isEmpty()) {
        live.text(text.substring(i * length, Math.min(text.length(), (i + 1) * length)));
      }
    }
  }

  private static void pause(int millis) {
    if (millis > 0) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LlmException(Kind.UNREACHABLE, "the replay was interrupted", null, e);
      }
    }
  }
}
