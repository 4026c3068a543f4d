package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.agentservice.llm.Part;
import io.agentservice.llm.PromptPrint;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.wire.frames.ToServer.Trial;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Something that happened in a session, as the agent remembers it. */
public sealed interface LoopEvent {

  /**
   * A machine is connected.
   *
   * @param platform {@code linux}, {@code macos} or {@code windows}
   * @param cwd absolute; where commands and paths start
   * @param resumed an earlier remote's programs are gone
   * @param walls {@code sandbox}, as the remote has tried; null: it can do what its user can
   */
  record MachineAttached(String platform, String cwd, boolean resumed, @Nullable String walls)
      implements LoopEvent {}

  /** What keeps the session in, as its machine has tried; members as {@code ToServer.Isolation}. */
  record Isolation(String by, @Nullable String reason, List<Trial> trials) implements LoopEvent {}

  /**
   * A person wrote; {@code username}: null when unknown; {@code files} are in the working
   * directory, {@code links} lead elsewhere.
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
  }

  /** The network policy refused {@code tries} connections; {@code reason} is a phrase. */
  record NetworkDenied(String host, int port, String reason, long tries) implements LoopEvent {}

  /** {@code path} is below the working directory. */
  record AttachedFile(String attachmentId, String path, long sizeBytes) {}

  /** Said by a tool call; what ends a turn is in its {@link TurnEnd}. */
  record AgentMessage(String callId, String text) implements LoopEvent {}

  /**
   * {@code dollars} of this turn; {@code durationMillis} from the first try; {@code prompt}: how it
   * looked, null in old logs; {@code broken}: why it did not begin as the last, mostly null.
   */
  record ModelTurn(
      List<Part> parts,
      Stop stop,
      Usage usage,
      String model,
      BigDecimal dollars,
      long durationMillis,
      @Nullable PromptPrint prompt,
      @Nullable String broken)
      implements LoopEvent {
    public ModelTurn {
      parts = List.copyOf(parts);
      dollars = Objects.requireNonNullElse(dollars, BigDecimal.ZERO);
    }
  }

  /** What becomes of the calls of models. */
  sealed interface ModelNews extends LoopEvent {}

  /** A failed call is repeated; by {@code mostTries} or until {@code leftMillis} are over. */
  record ModelAway(
      String reason,
      int nextTry,
      @Nullable Integer mostTries,
      long waitMillis,
      @Nullable Long leftMillis)
      implements ModelNews {}

  /** A call was cut off by a person; {@code usage} and {@code dollars} are about what it took. */
  record ModelInterrupted(Usage usage, String model, BigDecimal dollars) implements ModelNews {}

  /** Another is asked from here on; {@code code}, {@code reason}: how the last failed, or null. */
  record ModelChanged(String model, @Nullable String code, @Nullable String reason)
      implements ModelNews {}

  /** Parts of old messages are cut to {@code limit} characters, but for the newest. */
  record Shortened(int kept, int limit, Depth depth) implements LoopEvent {}

  /**
   * From here on a summary replaces old messages, but for at most {@code kept}; {@code usage} and
   * {@code dollars} (0 in old logs) are its call's.
   */
  record Summarized(int kept, String summary, Usage usage, String model, BigDecimal dollars)
      implements LoopEvent {
    public Summarized {
      dollars = Objects.requireNonNullElse(dollars, BigDecimal.ZERO);
    }
  }

  /**
   * Written before anything is sent to the machine.
   *
   * @param callId the model's
   * @param commandId the machine's
   * @param facts that tell after a crash whether it took effect; mostly null
   * @param remote the instance whose journal is to know it; null: none
   */
  record ToolIntent(
      String callId,
      String commandId,
      String tool,
      JsonNode input,
      @Nullable JsonNode facts,
      @Nullable String remote)
      implements LoopEvent {}

  /**
   * What came of a tool call; {@code content} and {@code error} are the model's.
   *
   * @param exitCode of a command that ended by itself; else null
   * @param cutCharacters that the model does not see
   * @param output when some were cut, itself perhaps cut; else null
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

  /** {@code commandId} of its program, about to start; {@code reason}: why it is left out. */
  record McpServer(
      String server,
      McpStanding standing,
      @Nullable String commandId,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<McpTool> tools,
      @Nullable String reason)
      implements LoopEvent {
    public McpServer {
      tools = tools == null ? List.of() : List.copyOf(tools);
    }
  }

  /** Not for the model. {@code url} without query; {@code takenOver}: pushed to another's. */
  record PullRequestFound(String url, boolean takenOver) implements LoopEvent {}

  /** What becomes of a repository that the session names. */
  sealed interface RepositoryEvent extends LoopEvent {
    /** As the session names it. */
    String repository();
  }

  /**
   * A repository is about to be checked out; written before anything is sent to the machine.
   *
   * @param commandId id under which the machine knows it
   * @param address where git finds it
   * @param directory where a clone goes, below the working directory
   * @param branch of this session
   */
  record RepositoryCheckout(
      String repository, String commandId, String address, String directory, String branch)
      implements RepositoryEvent {}

  /**
   * A repository is there.
   *
   * @param directory absolute path of the work tree
   * @param branch that it is on; null for none
   * @param commit that it is at; null in an empty repository
   * @param cloned false when the work tree was there before
   * @param notes sentences: what is missing or special in it
   */
  record RepositoryReady(
      String repository,
      String directory,
      @Nullable String branch,
      @Nullable String commit,
      boolean cloned,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes)
      implements RepositoryEvent {
    public RepositoryReady {
      notes = notes == null ? List.of() : List.copyOf(notes);
    }
  }

  /** A person is asked. {@code code}: for programs; {@code reason}: names the repository. */
  record RepositoryUnavailable(String repository, String code, String reason)
      implements RepositoryEvent {}

  /** The session works without a repository. {@code reason}: why, in a sentence that names it. */
  record RepositorySkipped(String repository, String reason) implements RepositoryEvent {}

  /** What the agent goes by that lies on its machine; masked and bounded. */
  sealed interface GuidanceEvent extends LoopEvent {}

  /**
   * Files of instructions, and what skills there are; before the model was first asked where the
   * session works, later where a call has touched a directory.
   */
  record InstructionsRead(List<InstructionFile> files, List<Skill> skills)
      implements GuidanceEvent {}

  /** The agent has taken up a skill; {@code text} is that of its file. */
  record SkillRead(Skill skill, String text) implements GuidanceEvent {}

  /** What becomes of the work trees of the machine. Not for the model. */
  sealed interface WorkEvent extends LoopEvent {}

  /** The work trees before the model was first asked. */
  record WorkBegun(List<WorkTree> trees) implements WorkEvent {
    public WorkBegun {
      trees = List.copyOf(trees);
    }
  }

  /**
   * A work tree is not as it was when it was last looked at. {@code base}: the commit that changes
   * are counted from; {@code attachmentId} of the patch, which is at {@code url}; each may be null.
   */
  record WorkChanged(
      String directory,
      @Nullable String base,
      String tree,
      long files,
      long insertions,
      long deletions,
      long sizeBytes,
      @Nullable String attachmentId,
      @Nullable String url,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes)
      implements WorkEvent {
    public WorkChanged {
      notes = notes == null ? List.of() : List.copyOf(notes);
    }
  }

  /**
   * The service keeps the work as it stands, for another machine that has {@code base}; a null
   * {@code attachmentId}: it is too large.
   */
  record WorkSaved(
      String directory,
      String tree,
      @Nullable String commit,
      @Nullable String branch,
      @Nullable String base,
      long sizeBytes,
      @Nullable String attachmentId)
      implements WorkEvent {}

  /** Kept work was brought to a new machine, or not; {@code failure}: why, in words. */
  record WorkRestored(String directory, @Nullable String failure) implements WorkEvent {}

  /** What was changed could not be told. {@code reason}: why, in a sentence. */
  record WorkUnknown(String reason) implements WorkEvent {}

  /** What becomes of a command in the background. */
  sealed interface JobEvent extends LoopEvent {
    /** Its name, which another one may have once it is over. */
    String job();

    /** Under which the machine knows it. */
    String commandId();
  }

  /** It runs in the background from the call's result on; {@code command}: its beginning. */
  record JobStarted(String job, String commandId, String command, boolean input)
      implements JobEvent {}

  /** A job is over. {@code outcome}: a word of the gateway; {@code tail}: its last output. */
  record JobEnded(
      String job,
      String commandId,
      String outcome,
      @Nullable Integer exitCode,
      long durationMillis,
      long outputBytes,
      String tail)
      implements JobEvent {}

  /** The machine is given back while a call waits: {@code time}, {@code message}, {@code child}. */
  record Released(String callId, String waitFor, String until) implements LoopEvent {}

  /** A recorded model's transcript and what really happened differ. The model does not see it. */
  record Divergence(String text) implements LoopEvent {}

  /**
   * A guardrail was broken; a withheld message is not seen by the model.
   *
   * @param guardrailType what it is about (api-enterprise.md 16)
   * @param action {@code logged}, {@code warned}, {@code blocked} or {@code suspended}
   * @param evidence a part of the text
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

  /** {@code dollars} of the judging call, to be booked. */
  record GuardrailJudged(String guardrailId, Usage usage, String model, BigDecimal dollars)
      implements LoopEvent {}

  /**
   * A person is to approve a call before it is begun; row 10.
   *
   * @param approvalId by which it is answered
   * @param input all that the call says
   * @param rules what asks for it; approved for the session, they ask no more
   * @param unclear why it can't be told what a command runs; null when it can
   */
  record ApprovalRequested(
      String approvalId,
      String callId,
      String tool,
      JsonNode input,
      List<String> rules,
      @Nullable String unclear)
      implements LoopEvent {
    public ApprovalRequested {
      rules = List.copyOf(rules);
    }
  }

  /** What came of it; row 11. {@code reason} in a person's words, {@code username} his name. */
  record ApprovalAnswered(
      String approvalId, ApprovalAnswer answer, @Nullable String reason, @Nullable String username)
      implements LoopEvent {}

  /** A structured output while the agent works, by a tool call; fits the schema. */
  record OutputNoted(String callId, JsonNode output) implements LoopEvent {}

  /** The service told the agent something; {@code about}: judged by the next turn, mostly null. */
  record Nudge(String text, @Nullable About about) implements LoopEvent {
    public Nudge(String text) {
      this(text, null);
    }
  }

  /** The agent's turn is over; the session's state changes with it. */
  sealed interface TurnEnd extends LoopEvent {
    /** What the agent says with it, as a message of the session; null or blank for nothing. */
    default @Nullable String message() {
      return null;
    }
  }

  /** Row 8 of sessions.md; {@code bound} made the service ask, null for the agent. */
  record Waiting(@Nullable String message, @Nullable Bound bound) implements TurnEnd {}

  /** Row 35: a person has interrupted the agent. */
  record Interrupted() implements TurnEnd {}

  /** Row 9; {@code structuredOutput} fits the schema, or is null. */
  record Finished(String summary, @Nullable JsonNode structuredOutput) implements TurnEnd {
    @Override
    public String message() {
      return summary;
    }
  }

  /** Row 18; {@code detail} is the {@code status_detail}. */
  record LimitReached(String detail, String reason) implements TurnEnd {}

  /** Row 25, may pass; a failure code of sessions.md 2. */
  record Suspended(String code, String reason) implements TurnEnd {}

  /** Row 24, for good; a failure code of sessions.md 2. */
  record Failure(String code, String reason) implements TurnEnd {}
}
