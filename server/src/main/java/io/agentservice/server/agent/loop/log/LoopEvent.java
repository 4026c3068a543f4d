package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Something that happened in a session, as the agent remembers it. */
public sealed interface LoopEvent {

  /**
   * A loop has taken up the session on a machine.
   *
   * @param platform {@code linux}, {@code macos} or {@code windows}
   * @param cwd absolute path that commands and relative paths start from
   * @param resumed true when an earlier claim had another remote: programs started there are gone
   */
  record MachineAttached(String platform, String cwd, boolean resumed) implements LoopEvent {}

  /**
   * A person's message has reached the agent.
   *
   * @param eventId id of the message
   * @param username who wrote it; null when not known
   * @param files that it put into the machine's working directory
   * @param links addresses elsewhere that were attached
   */
  record UserMessage(
      String eventId,
      String text,
      @Nullable String username,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AttachedFile> files,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> links)
      implements LoopEvent {
    public UserMessage {
      files = files == null ? List.of() : List.copyOf(files); // none in old logs
      links = links == null ? List.of() : List.copyOf(links);
    }

    public static UserMessage plain(String eventId, String text, @Nullable String username) {
      return new UserMessage(eventId, text, username, List.of(), List.of());
    }
  }

  /**
   * A file that a user gave to the session.
   *
   * @param path below the machine's working directory
   */
  record AttachedFile(String attachmentId, String path, long sizeBytes) {}

  /**
   * The agent said something without ending its turn. What it says at the end of a turn stands in
   * the {@link TurnEnd}.
   *
   * @param callId the tool call that said it
   */
  record AgentMessage(String callId, String text) implements LoopEvent {}

  /**
   * The model answered.
   *
   * @param dollars price of this turn, to be booked with it; 0 in old logs, which don't have it
   * @param durationMillis from the first try to the whole answer
   */
  record ModelTurn(
      List<Part> parts,
      Stop stop,
      Usage usage,
      String model,
      BigDecimal dollars,
      long durationMillis)
      implements LoopEvent {
    public ModelTurn {
      parts = List.copyOf(parts);
      dollars = Objects.requireNonNullElse(dollars, BigDecimal.ZERO);
    }
  }

  /**
   * A call of the model failed and is made again after a while.
   *
   * @param reason one line for people
   * @param nextTry which try the next one is; at least 2
   * @param mostTries after how many tries the service gives up; null when time decides
   * @param waitMillis until the next try
   * @param leftMillis until the service gives up; null when the number of tries decides
   */
  record ModelAway(
      String reason,
      int nextTry,
      @Nullable Integer mostTries,
      long waitMillis,
      @Nullable Long leftMillis)
      implements LoopEvent {}

  /**
   * The conversation became too long for the model, and from here on it sees long parts of old
   * messages cut to their beginnings.
   *
   * @param kept how many of the newest messages stay as they are
   * @param limit characters of a part that stay
   */
  record Shortened(int kept, int limit, Depth depth) implements LoopEvent {}

  /**
   * As before, and from here on the model sees a summary of its own in place of old messages.
   *
   * @param kept how many of the newest messages stay, at most
   * @param usage tokens of the call that made it
   * @param dollars price of that call, to be booked with it; 0 in old logs
   */
  record Summarized(int kept, String summary, Usage usage, String model, BigDecimal dollars)
      implements LoopEvent {
    public Summarized {
      dollars = Objects.requireNonNullElse(dollars, BigDecimal.ZERO);
    }
  }

  /** What of old messages is cut. */
  enum Depth {
    /** Results of tools. */
    @JsonProperty("results")
    RESULTS,
    /** Also what the model said and the input of its calls. */
    @JsonProperty("own")
    OWN,
    /** Also what people said. */
    @JsonProperty("all")
    ALL
  }

  /**
   * A tool call is about to be carried out; written before anything is sent to the machine.
   *
   * @param callId the model's id of the call
   * @param commandId id under which the machine knows it
   * @param facts what the tool needs to tell after a crash whether it took effect; null for most
   */
  record ToolIntent(
      String callId, String commandId, String tool, JsonNode input, @Nullable JsonNode facts)
      implements LoopEvent {}

  /**
   * What came of a tool call.
   *
   * @param content what the model sees: texts and images
   * @param error whether the call failed, in the sense of the model API
   * @param exitCode of a command that ended by itself; else null
   * @param durationMillis how long the command ran
   * @param cutCharacters how many characters of the output the model does not see; 0 for none
   * @param output when some were cut: the output, itself without its middle when it is very long;
   *     else null
   */
  record ToolResult(
      String callId,
      List<Part> content,
      boolean error,
      @Nullable Integer exitCode,
      long durationMillis,
      long cutCharacters,
      @Nullable String output)
      implements LoopEvent {
    public ToolResult {
      content = List.copyOf(content);
    }
  }

  /**
   * The session opened a pull request or pushed to one (sessions.md 9). The model does not see it.
   *
   * @param url its address without query and fragment
   * @param takenOver whether the session pushed to one that it did not open
   */
  record PullRequestFound(String url, boolean takenOver) implements LoopEvent {}

  /** A recorded model's transcript and what really happened differ. The model does not see it. */
  record Divergence(String text) implements LoopEvent {}

  /**
   * A guardrail was broken. Where its action withholds a message, the model does not see that.
   *
   * @param eventId of the message or the call
   * @param guardrailType {@code prompt}, {@code command}, {@code network}, {@code secret} or {@code
   *     content}
   * @param action {@code logged}, {@code warned}, {@code blocked} or {@code suspended}
   * @param evidence the text that broke it, in part
   * @param reasoning one line for people
   * @param confidence 0 to 1
   */
  record GuardrailHit(
      String eventId,
      String guardrailId,
      String guardrailName,
      String guardrailType,
      String action,
      String evidence,
      String reasoning,
      double confidence)
      implements LoopEvent {
    /** Whether the text does not reach whom it was for. */
    public boolean withholds() {
      return action.equals("blocked") || action.equals("suspended");
    }
  }

  /**
   * A model has judged a text for a guardrail.
   *
   * @param dollars price of that call, to be booked with it
   */
  record GuardrailJudged(String guardrailId, Usage usage, String model, BigDecimal dollars)
      implements LoopEvent {}

  /**
   * The agent gave its structured output, or a first form of it, while it works.
   *
   * @param callId the tool call that gave it
   * @param output fits the session's schema
   */
  record OutputNoted(String callId, JsonNode output) implements LoopEvent {}

  /**
   * The service told the agent something; the model sees it.
   *
   * @param about what the next turn is judged by; null for most
   */
  record Nudge(String text, @Nullable About about) implements LoopEvent {
    /** One that only the model makes something of. */
    public Nudge(String text) {
      this(text, null);
    }
  }

  /** What a {@link Nudge} was about. */
  enum About {
    /** A turn called no tool; when the next one doesn't either, its text ends the task. */
    @JsonProperty("no_call")
    NO_CALL
  }

  /** The agent's turn is over; the session's state changes with it. */
  sealed interface TurnEnd extends LoopEvent {
    /** What the agent says with it, as a message of the session; null or blank for nothing. */
    @Nullable String message();
  }

  /**
   * The agent waits for a person (sessions.md row 8).
   *
   * @param bound the limit that made the service ask; null when the agent itself did
   */
  record Waiting(@Nullable String message, @Nullable Bound bound) implements TurnEnd {}

  /**
   * The task is done (row 9).
   *
   * @param structuredOutput fits the session's schema; null when there is none
   */
  record Finished(String summary, @Nullable JsonNode structuredOutput) implements TurnEnd {
    @Override
    public String message() {
      return summary;
    }
  }

  /**
   * The next model call would pass an ACU limit (row 18).
   *
   * @param detail the {@code status_detail} to suspend with
   * @param reason one line for people
   */
  record LimitReached(String detail, String reason) implements TurnEnd {
    @Override
    public @Nullable String message() {
      return null;
    }
  }

  /**
   * A technical failure that may pass; a message wakes the session (row 25).
   *
   * @param code a failure code of sessions.md section 2
   * @param reason one line for people
   */
  record Suspended(String code, String reason) implements TurnEnd {
    @Override
    public @Nullable String message() {
      return null;
    }
  }

  /**
   * A failure that cannot be continued (row 24).
   *
   * @param code a failure code of sessions.md section 2
   * @param reason one line for people
   */
  record Failure(String code, String reason) implements TurnEnd {
    @Override
    public @Nullable String message() {
      return null;
    }
  }

  /** Which limit of {@code Limits} made the service ask. */
  enum Bound {
    @JsonProperty("steps")
    STEPS,
    @JsonProperty("tokens")
    TOKENS,
    @JsonProperty("time")
    TIME,
    @JsonProperty("repetition")
    REPETITION
  }
}
