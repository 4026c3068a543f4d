package io.agentservice.client.sessions;

import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an event tells, by its type. Texts that are missing are null. */
public sealed interface EventData {

  record Created() implements EventData {}

  record Status(@Nullable String status, @Nullable String detail) implements EventData {}

  record MachineAttached(@Nullable String platform, @Nullable String cwd, @Nullable String walls)
      implements EventData {}

  /** What keeps the session in, and of how many tries how many went as they must. */
  record Isolation(@Nullable String by, @Nullable String reason, long trials, long held)
      implements EventData {}

  /** The network policy refused {@code tries} connections. */
  record NetworkDenied(@Nullable String host, long port, @Nullable String reason, long tries)
      implements EventData {}

  /** What the agent goes by: files, and the names of skills. */
  record Instructions(List<String> files, List<String> skills) implements EventData {}

  /** The agent has read a skill. */
  record Skill(@Nullable String name) implements EventData {}

  /**
   * What has become of an MCP server.
   *
   * @param standing starting, ready or unavailable
   * @param tools as the server names them
   */
  record McpServer(
      @Nullable String server,
      @Nullable String standing,
      List<String> tools,
      @Nullable String reason)
      implements EventData {}

  record UserMessage(@Nullable String text) implements EventData {}

  record AgentMessage(@Nullable String text) implements EventData {}

  /** What the model said and called; {@code inputTokens} with those of its cache. */
  record ModelTurn(List<Part> parts, long inputTokens, long outputTokens) implements EventData {}

  /**
   * The model can't be asked now.
   *
   * @param mostTries null where time alone ends them
   * @param leftMillis until it is given up; null: never
   */
  record ModelAway(
      @Nullable String reason,
      long nextTry,
      @Nullable Long mostTries,
      long waitMillis,
      @Nullable Long leftMillis)
      implements EventData {}

  /** Another model is asked from here on; {@code reason}: how the last one failed, or null. */
  record ModelChanged(@Nullable String model, @Nullable String reason) implements EventData {}

  record ContextShortened() implements EventData {}

  record ContextSummarized() implements EventData {}

  /** A call is about to be carried out. */
  record ToolIntent(@Nullable String callId, Tool tool) implements EventData {}

  /**
   * A call is over.
   *
   * @param exitCode of a command; null for other tools, or where it is not known
   */
  record ToolResult(
      @Nullable String callId,
      boolean error,
      @Nullable Long exitCode,
      long durationMillis,
      List<String> texts)
      implements EventData {}

  /** A repository is brought to the machine before the first turn. */
  record RepositoryCheckout(@Nullable String repository, @Nullable String address)
      implements EventData {}

  record RepositoryReady(
      @Nullable String repository,
      @Nullable String directory,
      @Nullable String branch,
      @Nullable String commit,
      List<String> notes)
      implements EventData {}

  record RepositoryUnavailable(@Nullable String reason) implements EventData {}

  record RepositorySkipped(@Nullable String reason) implements EventData {}

  /**
   * What was changed in a work tree of the machine.
   *
   * @param url of the patch; null when there is none
   * @param notes what is missing or special in it
   */
  record Changes(
      @Nullable String directory,
      long files,
      long insertions,
      long deletions,
      @Nullable String url,
      List<String> notes)
      implements EventData {}

  record ChangesUnknown(@Nullable String reason) implements EventData {}

  /** A command runs in the background from here on. */
  record JobStarted(@Nullable String job, @Nullable String command) implements EventData {}

  /** It is over. {@code outcome}: exited, killed or lost; {@code exitCode} null: not known. */
  record JobEnded(
      @Nullable String job, @Nullable String outcome, @Nullable Long exitCode, long durationMillis)
      implements EventData {}

  /** The run differs from the transcript that it follows. */
  record Divergence(@Nullable String text) implements EventData {}

  /** The service tells the model to go on. */
  record Nudge(@Nullable String text) implements EventData {}

  record NetworkPolicy(@Nullable String text) implements EventData {}

  record Guardrail(@Nullable String name, @Nullable String action, @Nullable String reasoning)
      implements EventData {}

  /** The agent asks. */
  record Waiting(@Nullable String message) implements EventData {}

  record Finished(@Nullable String summary) implements EventData {}

  /** The work stops without a result, by {@code limit_reached}, {@code suspended} or a failure. */
  record Stopped(@Nullable String reason) implements EventData {}

  /**
   * A person is to approve a call.
   *
   * @param approvalId by which it is answered
   * @param callId of the call
   * @param rules what asks for it
   * @param unclear why it can't be told what a command runs; null when it can
   */
  record ApprovalRequested(
      @Nullable String approvalId,
      @Nullable String callId,
      Tool tool,
      List<String> rules,
      @Nullable String unclear)
      implements EventData {}

  /** {@code answer}: approved, approved_for_session, refused or withdrawn. */
  record ApprovalAnswered(
      @Nullable String answer, @Nullable String reason, @Nullable String username)
      implements EventData {}

  /** The agent waits, and its machine is free for others meanwhile. {@code until}: at most. */
  record Released(@Nullable String waitsFor, @Nullable String until) implements EventData {}

  /**
   * Nothing has happened for long.
   *
   * @param cause model, machine, tool, database, queue or service
   * @param text why, in a sentence
   * @param next what will happen, in a sentence
   */
  record Stall(@Nullable String cause, @Nullable String text, @Nullable String next)
      implements EventData {}

  /** A person has interrupted the agent. */
  record Interrupted() implements EventData {}

  /** Something that is of no importance here, or from a newer service. */
  record Other() implements EventData {}

  /** A part of what the model said. */
  sealed interface Part {}

  record Said(String text) implements Part {}

  /** What the model thought, as far as its provider shows it. */
  record Thought(String text) implements Part {}

  record Called(String callId, Tool tool) implements Part {}

  /** A tool and what the model gives it, whose fields depend on the tool. */
  record Tool(String name, JsonObject input) {}

  static EventData of(String type, JsonObject data) {
    return switch (type) {
      case "created" -> new Created();
      case "mcp_server" -> mcpServer(data);
      case "status" -> new Status(data.text("status"), data.text("status_detail"));
      case "machine_attached" ->
          new MachineAttached(data.text("platform"), data.text("cwd"), data.text("walls"));
      case "isolation" -> isolation(data);
      case "network_denied" -> networkDenied(data);
      case "instructions" -> instructions(data);
      case "skill" -> new Skill(data.object("skill").text("name"));
      case "user_message" -> new UserMessage(data.text("text"));
      case "agent_message" -> new AgentMessage(data.text("text"));
      case "model_turn" -> modelTurn(data);
      case "model_away" ->
          new ModelAway(
              data.text("reason"),
              data.number("next_try", 0),
              data.numberOrNull("most_tries"),
              data.number("wait_millis", 0),
              data.numberOrNull("left_millis"));
      case "model_changed" -> new ModelChanged(data.text("model"), data.text("reason"));
      case "context_shortened" -> new ContextShortened();
      case "context_summarized" -> new ContextSummarized();
      case "tool_intent" -> new ToolIntent(data.text("call_id"), tool(data.text("tool"), data));
      case "tool_result" ->
          new ToolResult(
              data.text("call_id"),
              data.isTrue("error"),
              data.numberOrNull("exit_code"),
              data.number("duration_millis", 0),
              data.objects("content").stream().map(c -> String.valueOf(c.text("text"))).toList());
      case "job_started" -> new JobStarted(data.text("job"), data.text("command"));
      case "job_ended" ->
          new JobEnded(
              data.text("job"),
              data.text("outcome"),
              data.numberOrNull("exit_code"),
              data.number("duration_millis", 0));
      case "divergence" -> new Divergence(data.text("text"));
      case "nudge" -> new Nudge(data.text("text"));
      case "network_policy" -> new NetworkPolicy(data.text("text"));
      case "guardrail" ->
          new Guardrail(data.text("guardrail_name"), data.text("action"), data.text("reasoning"));
      case "waiting" -> new Waiting(data.text("message"));
      case "machine_released" -> new Released(data.text("wait_for"), data.text("until"));
      case "stall" -> new Stall(data.text("cause"), data.text("text"), data.text("next"));
      case "interrupted" -> new Interrupted();
      case "finished" -> new Finished(data.text("summary"));
      case "limit_reached", "suspended", "failure" -> new Stopped(data.text("reason"));
      case "changes" -> changes(data);
      case "changes_unknown" -> new ChangesUnknown(data.text("reason"));
      case "approval_requested", "approval_answered" -> approval(type, data);
      default -> repository(type, data);
    };
  }

  private static EventData approval(String type, JsonObject data) {
    return type.equals("approval_requested")
        ? new ApprovalRequested(
            data.text("approval_id"),
            data.text("call_id"),
            tool(data.text("tool"), data),
            data.list("rules").stream().map(String::valueOf).toList(),
            data.text("unclear"))
        : new ApprovalAnswered(data.text("answer"), data.text("reason"), data.text("username"));
  }

  private static EventData repository(String type, JsonObject data) {
    return switch (type) {
      case "repository_checkout" ->
          new RepositoryCheckout(data.text("repository"), data.text("address"));
      case "repository_ready" ->
          new RepositoryReady(
              data.text("repository"),
              data.text("directory"),
              data.text("branch"),
              data.text("commit"),
              data.list("notes").stream().map(String::valueOf).toList());
      case "repository_unavailable" -> new RepositoryUnavailable(data.text("reason"));
      case "repository_skipped" -> new RepositorySkipped(data.text("reason"));
      default -> new Other();
    };
  }

  private static ModelTurn modelTurn(JsonObject data) {
    var usage = data.object("usage");
    return new ModelTurn(
        data.objects("parts").stream().flatMap(EventData::part).toList(),
        usage.number("input_tokens", 0)
            + usage.number("cache_read_tokens", 0)
            + usage.number("cache_write_tokens", 0),
        usage.number("output_tokens", 0));
  }

  private static Stream<Part> part(JsonObject part) {
    var type = part.text("type");
    var text = part.text("text");
    var id = part.text("id");
    if ("text".equals(type) && text != null) {
      return Stream.of(new Said(text));
    }
    if ("thinking".equals(type) && text != null) {
      return Stream.of(new Thought(text));
    }
    return "tool_use".equals(type) && id != null
        ? Stream.of(new Called(id, tool(part.text("name"), part)))
        : Stream.of();
  }

  private static Tool tool(@Nullable String name, JsonObject call) {
    return new Tool(String.valueOf(name), call.object("input"));
  }

  private static McpServer mcpServer(JsonObject data) {
    return new McpServer(
        data.text("server"),
        data.text("standing"),
        data.objects("tools").stream().map(tool -> String.valueOf(tool.text("tool"))).toList(),
        data.text("reason"));
  }

  private static Changes changes(JsonObject data) {
    return new Changes(
        data.text("directory"),
        data.number("files", 0),
        data.number("insertions", 0),
        data.number("deletions", 0),
        data.text("url"),
        data.list("notes").stream().map(String::valueOf).toList());
  }

  private static Instructions instructions(JsonObject data) {
    return new Instructions(
        data.objects("files").stream().map(file -> String.valueOf(file.text("path"))).toList(),
        data.objects("skills").stream().map(skill -> String.valueOf(skill.text("name"))).toList());
  }

  private static NetworkDenied networkDenied(JsonObject data) {
    return new NetworkDenied(
        data.text("host"), data.number("port", 0), data.text("reason"), data.number("tries", 1));
  }

  private static Isolation isolation(JsonObject data) {
    var trials = data.objects("trials");
    long held =
        trials.stream().filter(trial -> trial.isTrue("wanted") == trial.isTrue("works")).count();
    return new Isolation(data.text("by"), data.text("reason"), trials.size(), held);
  }
}
