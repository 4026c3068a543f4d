package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent.AgentMessage;
import io.agentservice.server.agent.loop.log.LoopEvent.ApprovalAnswered;
import io.agentservice.server.agent.loop.log.LoopEvent.ApprovalRequested;
import io.agentservice.server.agent.loop.log.LoopEvent.Divergence;
import io.agentservice.server.agent.loop.log.LoopEvent.Failure;
import io.agentservice.server.agent.loop.log.LoopEvent.Finished;
import io.agentservice.server.agent.loop.log.LoopEvent.GuardrailHit;
import io.agentservice.server.agent.loop.log.LoopEvent.GuardrailJudged;
import io.agentservice.server.agent.loop.log.LoopEvent.InstructionsRead;
import io.agentservice.server.agent.loop.log.LoopEvent.Interrupted;
import io.agentservice.server.agent.loop.log.LoopEvent.Isolation;
import io.agentservice.server.agent.loop.log.LoopEvent.JobEnded;
import io.agentservice.server.agent.loop.log.LoopEvent.JobStarted;
import io.agentservice.server.agent.loop.log.LoopEvent.LimitReached;
import io.agentservice.server.agent.loop.log.LoopEvent.MachineAttached;
import io.agentservice.server.agent.loop.log.LoopEvent.McpServer;
import io.agentservice.server.agent.loop.log.LoopEvent.ModelAway;
import io.agentservice.server.agent.loop.log.LoopEvent.ModelChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.ModelInterrupted;
import io.agentservice.server.agent.loop.log.LoopEvent.ModelTurn;
import io.agentservice.server.agent.loop.log.LoopEvent.NetworkDenied;
import io.agentservice.server.agent.loop.log.LoopEvent.Nudge;
import io.agentservice.server.agent.loop.log.LoopEvent.OutputNoted;
import io.agentservice.server.agent.loop.log.LoopEvent.PullRequestFound;
import io.agentservice.server.agent.loop.log.LoopEvent.Released;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryCheckout;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositorySkipped;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryUnavailable;
import io.agentservice.server.agent.loop.log.LoopEvent.Shortened;
import io.agentservice.server.agent.loop.log.LoopEvent.SkillRead;
import io.agentservice.server.agent.loop.log.LoopEvent.Summarized;
import io.agentservice.server.agent.loop.log.LoopEvent.Suspended;
import io.agentservice.server.agent.loop.log.LoopEvent.ToolIntent;
import io.agentservice.server.agent.loop.log.LoopEvent.ToolResult;
import io.agentservice.server.agent.loop.log.LoopEvent.UserMessage;
import io.agentservice.server.agent.loop.log.LoopEvent.Waiting;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkRestored;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkUnknown;
import io.agentservice.server.base.events.StoredJson;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The stored form of events: the kind's name, and its members as a JSON object. */
public final class LoopEvents {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /** The database's jsonb has no place for this character. */
  private static final String NUL_ESCAPED = "\\u0000";

  private LoopEvents() {}

  public static String type(LoopEvent event) {
    return switch (event) {
      case MachineAttached _ -> "machine_attached";
      case Isolation _ -> "isolation";
      case NetworkDenied _ -> "network_denied";
      case UserMessage _ -> "user_message";
      case AgentMessage _ -> "agent_message";
      case ModelTurn _ -> "model_turn";
      case ModelAway _ -> "model_away";
      case ModelInterrupted _ -> "model_interrupted";
      case ModelChanged _ -> "model_changed";
      case Shortened _ -> "context_shortened";
      case Summarized _ -> "context_summarized";
      case ToolIntent _ -> "tool_intent";
      case ToolResult _ -> "tool_result";
      case McpServer _ -> "mcp_server";
      case PullRequestFound _ -> "pull_request";
      case RepositoryCheckout _ -> "repository_checkout";
      case RepositoryReady _ -> "repository_ready";
      case RepositoryUnavailable _ -> "repository_unavailable";
      case RepositorySkipped _ -> "repository_skipped";
      case InstructionsRead _ -> "instructions";
      case SkillRead _ -> "skill";
      case WorkBegun _ -> "work_begun";
      case WorkChanged _ -> "changes";
      case WorkSaved _ -> "work_saved";
      case WorkRestored _ -> "work_restored";
      case WorkUnknown _ -> "changes_unknown";
      case JobStarted _ -> "job_started";
      case JobEnded _ -> "job_ended";
      case Released _ -> "machine_released";
      case Divergence _ -> "divergence";
      case GuardrailHit _ -> "guardrail";
      case GuardrailJudged _ -> "guardrail_judged";
      case ApprovalRequested _ -> "approval_requested";
      case ApprovalAnswered _ -> "approval_answered";
      case OutputNoted _ -> "structured_output";
      case Nudge _ -> "nudge";
      case Waiting _ -> "waiting";
      case Interrupted _ -> "interrupted";
      case Finished _ -> "finished";
      case LimitReached _ -> "limit_reached";
      case Suspended _ -> "suspended";
      case Failure _ -> "failure";
    };
  }

  private static @Nullable Class<? extends LoopEvent> kind(String type) {
    return switch (type) {
      case "machine_attached" -> MachineAttached.class;
      case "isolation" -> Isolation.class;
      case "network_denied" -> NetworkDenied.class;
      case "user_message" -> UserMessage.class;
      case "agent_message" -> AgentMessage.class;
      case "model_turn" -> ModelTurn.class;
      case "model_away" -> ModelAway.class;
      case "model_interrupted" -> ModelInterrupted.class;
      case "model_changed" -> ModelChanged.class;
      case "context_shortened" -> Shortened.class;
      case "context_summarized" -> Summarized.class;
      case "tool_intent" -> ToolIntent.class;
      case "tool_result" -> ToolResult.class;
      case "mcp_server" -> McpServer.class;
      case "pull_request" -> PullRequestFound.class;
      case "repository_checkout" -> RepositoryCheckout.class;
      case "repository_ready" -> RepositoryReady.class;
      case "repository_unavailable" -> RepositoryUnavailable.class;
      case "repository_skipped" -> RepositorySkipped.class;
      case "instructions" -> InstructionsRead.class;
      case "skill" -> SkillRead.class;
      case "work_begun" -> WorkBegun.class;
      case "changes" -> WorkChanged.class;
      case "work_saved" -> WorkSaved.class;
      case "work_restored" -> WorkRestored.class;
      case "changes_unknown" -> WorkUnknown.class;
      case "job_started" -> JobStarted.class;
      case "job_ended" -> JobEnded.class;
      case "machine_released" -> Released.class;
      case "divergence" -> Divergence.class;
      case "guardrail" -> GuardrailHit.class;
      case "guardrail_judged" -> GuardrailJudged.class;
      case "approval_requested" -> ApprovalRequested.class;
      case "approval_answered" -> ApprovalAnswered.class;
      case "structured_output" -> OutputNoted.class;
      case "nudge" -> Nudge.class;
      case "waiting" -> Waiting.class;
      case "interrupted" -> Interrupted.class;
      case "finished" -> Finished.class;
      case "limit_reached" -> LimitReached.class;
      case "suspended" -> Suspended.class;
      case "failure" -> Failure.class;
      default -> null;
    };
  }

  public static String data(LoopEvent event) {
    return stored(event);
  }

  /** JSON as text that is fit for a jsonb column. */
  public static String json(JsonNode json) {
    return stored(json);
  }

  private static String stored(Object value) {
    var json = JSON.writeValueAsString(value);
    return json.contains(NUL_ESCAPED)
        ? JSON.writeValueAsString(StoredJson.of(JSON.valueToTree(value)))
        : json;
  }

  /** As it will be read from the log: a prompt is then the same after a restart. */
  public static LoopEvent asRead(LoopEvent event) {
    return JSON.treeToValue(StoredJson.of(JSON.valueToTree(event)), event.getClass());
  }

  /** Null for other features' events; throws IllegalArgumentException for malformed data. */
  public static @Nullable LoopEvent read(String type, String data) {
    var kind = kind(type);
    if (kind == null) {
      return null;
    }
    try {
      return JSON.readValue(data, kind);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("an event " + type + " that can't be read", e);
    }
  }

  /** Maps every text; drops a thought that would change, for the provider sealed it. */
  public static LoopEvent mapTexts(LoopEvent event, UnaryOperator<String> map) {
    var tree = JSON.valueToTree(event);
    var mapped = mapStrings(tree, map);
    return mapped.equals(tree) ? event : JSON.treeToValue(mapped, event.getClass());
  }

  /** The same with every text in it mapped, but for the names of members. */
  public static JsonNode mapStrings(JsonNode node, UnaryOperator<String> map) {
    return switch (node) {
      case StringNode text -> StringNode.valueOf(map.apply(text.stringValue()));
      case ArrayNode array -> {
        var mapped = new ArrayList<JsonNode>();
        for (var element : array) {
          var changed = mapStrings(element, map);
          if (!isThought(element) || changed.equals(element)) {
            mapped.add(changed);
          }
        }
        yield JSON.createArrayNode().addAll(mapped);
      }
      case ObjectNode object -> {
        var mapped = JSON.createObjectNode();
        object
            .properties()
            .forEach(member -> mapped.set(member.getKey(), mapStrings(member.getValue(), map)));
        yield mapped;
      }
      default -> node;
    };
  }

  /** By the stored form of {@link Part.Thinking}. */
  private static boolean isThought(JsonNode node) {
    return node.path("type").stringValue("").equals("thinking") && node.has("signature");
  }
}
