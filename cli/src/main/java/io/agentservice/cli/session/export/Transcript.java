package io.agentservice.cli.session.export;

import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The model's side of a session in the form that {@code replay:} models play ({@code
 * docs/transcripts.md}), written as its events come. Holds one turn.
 */
final class Transcript {
  /** What a command's result ends with, for the replay finds it there. */
  private static final Pattern EXIT_CODE = Pattern.compile("\\[exit code (-?\\d{1,9})]\\s*\\z");

  private final Writer out;
  private final String name;
  private final List<JsonObject> calls = new ArrayList<>();
  private final Map<String, JsonObject> results = new HashMap<>();
  private @Nullable String prompt;
  private long turns;
  private long others;

  Transcript(Writer out, String name) {
    this.out = out;
    this.name = name;
  }

  /** The model's turns so far. */
  long turns() {
    return turns;
  }

  /** Calls that start sessions, whose transcripts are others. */
  long others() {
    return others;
  }

  void take(SessionEvent event) {
    var data = event.source().object("data");
    switch (event.type()) {
      case "user_message" -> prompt = prompt == null ? data.text("text") : prompt;
      case "tool_result" -> results.put(String.valueOf(data.text("call_id")), data);
      case "model_turn" -> {
        try {
          turn(data);
        } catch (IOException e) {
          throw new UncheckedIOException(e); // through a reader that knows no files
        }
      }
      default -> {
        // Not what the model said or saw of its calls.
      }
    }
  }

  private void turn(JsonObject data) throws IOException {
    out.write(turns == 0 ? beginning(data) : ",\n");
    turns++;
    var parts = data.objects("parts");
    var called = parts.stream().filter(part -> "tool_use".equals(part.text("type"))).toList();
    var text = texts(parts, "\n\n");
    var turn = new LinkedHashMap<String, @Nullable Object>();
    put(turn, "expect", expectations());
    if (!text.isEmpty()) {
      turn.put("text", text);
    }
    put(turn, "tool_calls", called.stream().map(Transcript::call).toList());
    var stop = data.text("stop");
    if (stop != null && !stop.equals(called.isEmpty() ? "end_turn" : "tool_use")) {
      turn.put("stop", stop);
    }
    var usage = data.object("usage").fields();
    if (usage.values().stream().anyMatch(used -> used instanceof Number n && n.longValue() > 0)) {
      turn.put("usage", usage);
    }
    out.write("    " + new JsonObject(turn).toJson());
    calls.clear();
    results.clear();
    calls.addAll(called);
    others += called.stream().filter(call -> "start_session".equals(call.text("name"))).count();
  }

  private static void put(Map<String, @Nullable Object> turn, String name, List<?> values) {
    if (!values.isEmpty()) {
      turn.put(name, values);
    }
  }

  private String beginning(JsonObject turn) {
    var about = JsonObject.of("name", name, "model", turn.text("model"), "prompt", prompt).toJson();
    return about.substring(0, about.length() - 1) + ", \"turns\": [\n";
  }

  /** What is no object was no call that a tool could take; the replay's is refused, too. */
  private static Map<String, @Nullable Object> call(JsonObject part) {
    return JsonObject.of("name", part.text("name"), "input", part.object("input")).fields();
  }

  /** Of the calls of the turn before, up to the first without a result. */
  private List<Map<String, @Nullable Object>> expectations() {
    var expected = new ArrayList<Map<String, @Nullable Object>>();
    for (var call : calls) {
      var result = results.get(String.valueOf(call.text("id")));
      if (result == null) {
        break;
      }
      expected.add(
          JsonObject.of(
                  "tool",
                  call.text("name"),
                  "exit_code",
                  exitCode(result),
                  "error",
                  result.isTrue("error"))
              .fields());
    }
    return expected;
  }

  private static String texts(List<JsonObject> parts, String between) {
    return parts.stream()
        .filter(part -> "text".equals(part.text("type")))
        .map(part -> String.valueOf(part.text("text")))
        .collect(Collectors.joining(between));
  }

  private static @Nullable Long exitCode(JsonObject result) {
    var ending = EXIT_CODE.matcher(texts(result.objects("content"), "\n"));
    return ending.find() ? Long.valueOf(ending.group(1)) : null;
  }

  /** After the last event; there must be a turn. */
  void end() throws IOException {
    out.write("\n]}\n");
  }
}
