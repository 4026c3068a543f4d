package io.agentservice.llm.replay;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The model's side of a recorded session ({@code docs/transcripts.md}).
 *
 * @param name how users see it
 * @param model the recorded one, whose price counts
 * @param prompt what it was asked to do; ignored by the replay
 * @param turns in order; at least one
 * @param children the models of the sessions that it starts, by the names that it gives them
 */
public record Transcript(
    String name,
    String model,
    @Nullable String prompt,
    List<Turn> turns,
    Map<String, Transcript> children) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /**
   * One turn of the model.
   *
   * @param expect the results of the turn before, in order; may be shorter
   * @param text null for nothing
   * @param toolCalls these really run
   * @param stop null for the usual: {@code tool_use} if there are calls, else {@code end_turn}
   * @param usage what the turn cost then; null for nothing
   * @param delayMillis how long the reply takes
   */
  public record Turn(
      List<Expect> expect,
      @Nullable String text,
      List<Call> toolCalls,
      @Nullable Stop stop,
      @Nullable Usage usage,
      int delayMillis) {

    /** Absent lists are empty. */
    public Turn {
      expect = expect == null ? List.of() : List.copyOf(expect);
      toolCalls = toolCalls == null ? List.of() : List.copyOf(toolCalls);
    }
  }

  public record Call(String name, ObjectNode input) {}

  /**
   * One recorded tool result; null and empty mean anything.
   *
   * @param exitCode in the last line of the result's text
   * @param contains texts that must be in the result
   * @param absent texts that must not be in it
   */
  public record Expect(
      @Nullable String tool,
      @Nullable Integer exitCode,
      @Nullable Boolean error,
      List<String> contains,
      List<String> absent) {

    /** Absent lists are empty. */
    public Expect {
      contains = contains == null ? List.of() : List.copyOf(contains);
      absent = absent == null ? List.of() : List.copyOf(absent);
    }
  }

  public Transcript {
    turns = List.copyOf(turns);
    children = Map.copyOf(children);
  }

  /** Throws {@link LlmException} {@code INVALID_REQUEST}, which says where, for a bad file. */
  public static Transcript read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (NoSuchFileException e) {
      throw invalid(file.toString(), "there is no such file", e);
    } catch (IOException e) {
      throw invalid(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /** {@code source} names the transcript in messages. */
  public static Transcript parse(String json, String source) {
    Raw raw;
    try {
      raw = JSON.readValue(json, Raw.class);
    } catch (JacksonException e) {
      var where = e.getLocation();
      throw invalid(
          source,
          "line "
              + where.getLineNr()
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse(""),
          e);
    }
    if (raw == null || raw.name == null || raw.name.isBlank()) {
      throw invalid(source, "name is missing", null);
    }
    return of(raw, raw.name, "replay", source);
  }

  private static Transcript of(Raw raw, String name, String usualModel, String source) {
    if (raw.turns == null || raw.turns.isEmpty()) {
      throw invalid(source, "turns is missing or empty", null);
    }
    check(raw.turns, source);
    String model = raw.model == null ? usualModel : raw.model;
    var children = new TreeMap<String, Transcript>();
    if (raw.children != null) {
      raw.children.forEach((child, recorded) ->
          children.put(
              child, of(recorded, name + "/" + child, model, source + ": child " + child)));
    }
    return new Transcript(name, model, raw.prompt, raw.turns, children);
  }

  /** The one of a session that it starts; throws where there is none. */
  public Transcript child(String child) {
    var found = children.get(child);
    if (found == null) {
      throw invalid(name, "there is no child " + child, null);
    }
    return found;
  }

  /** The file's fields before validation. */
  private record Raw(
      @Nullable String name,
      @Nullable String model,
      @Nullable String prompt,
      @Nullable List<Turn> turns,
      @Nullable Map<String, Raw> children) {}

  private static void check(List<Turn> turns, String source) {
    int callsBefore = 0;
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
      String which = "turn " + (i + 1) + ": ";
      if (turn.expect().size() > callsBefore) {
        throw invalid(
            source,
            which
                + "expects "
                + turn.expect().size()
                + " tool results, the turn before has "
                + callsBefore
                + " calls",
            null);
      }
      if (turn.delayMillis() < 0) {
        throw invalid(source, which + "delay_millis is negative", null);
      }
      for (Call call : turn.toolCalls()) {
        if (call == null || call.name() == null || call.input() == null) {
          throw invalid(source, which + "a tool call needs name and input", null);
        }
      }
      callsBefore = turn.toolCalls().size();
    }
  }

  /** Whether any turn has a cost. */
  public boolean hasUsage() {
    return turns.stream().anyMatch(turn -> turn.usage() != null);
  }

  private static LlmException invalid(String source, String detail, @Nullable Throwable cause) {
    return new LlmException(
        Kind.INVALID_REQUEST, "transcript " + source + ": " + detail, null, cause);
  }
}
