package io.agentservice.e2e.fleet;

import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What must hold of a session whose model played {@link Task}, whatever was killed: it ended by
 * itself, its log has no gap, every call has one intent at most and one result, and its command ran
 * once; never, only where the log says that nobody knows.
 */
final class SessionRules {
  private final String session;
  private final List<String> violations = new ArrayList<>();

  private SessionRules(String session) {
    this.session = session;
  }

  /**
   * Says what is wrong.
   *
   * @param record of the session, from the API
   * @param events its whole log
   * @param effect the lines that its command wrote
   */
  static List<String> violations(JsonObject record, List<JsonObject> events, List<String> effect) {
    var rules = new SessionRules(record.required("session_id"));
    rules.judge("its status is " + record.text("status"), "exit".equals(record.text("status")));
    rules.judge("it carries an error", record.object("error").fields().isEmpty());
    rules.judgeOrder(events);
    rules.judgeCalls(events);
    rules.judgeEffect(events, effect);
    return rules.violations;
  }

  private void judgeOrder(List<JsonObject> events) {
    for (int i = 0; i < events.size(); i++) {
      long seq = events.get(i).number("seq", -1);
      judge("event " + (i + 1) + " has number " + seq, seq == i + 1);
    }
    judge(
        "it finished " + of(events, "finished").count() + " times",
        of(events, "finished").count() == 1);
    judge("something failed", of(events, "failure").findAny().isEmpty());
  }

  private void judgeCalls(List<JsonObject> events) {
    var calls =
        of(events, "model_turn")
            .flatMap(turn -> turn.objects("parts").stream())
            .filter(part -> "tool_use".equals(part.text("type")))
            .map(part -> part.required("id"))
            .toList();
    judge("the calls are " + calls, calls.equals(Task.CALLS));
    var results = of(events, "tool_result").map(result -> result.required("call_id")).toList();
    judge("the results are for " + results, results.equals(calls));
    var intents = of(events, "tool_intent").map(intent -> intent.required("call_id")).toList();
    judge("the intents are for " + intents, intents.equals(calls));
  }

  private void judgeEffect(List<JsonObject> events, List<String> effect) {
    Map<String, Collection<JsonObject>> intents =
        of(events, "tool_intent")
            .collect(
                Collectors.groupingBy(
                    i -> i.required("call_id"), Collectors.toCollection(ArrayList::new)));
    var commands =
        intents.getOrDefault(Task.WRITES, List.of()).stream()
            .map(i -> i.required("command_id"))
            .toList();
    var result =
        of(events, "tool_result")
            .filter(r -> Task.WRITES.equals(r.text("call_id")))
            .flatMap(r -> r.objects("content").stream())
            .map(part -> String.valueOf(part.text("text")))
            .collect(Collectors.joining());
    boolean known = result.contains("[exit code 0]");
    boolean once = effect.equals(commands);
    judge(
        "its command wrote " + effect + " and is known as " + commands,
        once || (effect.isEmpty() && !known));
    judge(
        "the result of its command is odd: " + result,
        known || result.contains("unknown") || result.contains("[exit code 1"));
  }

  private static Stream<JsonObject> of(List<JsonObject> events, String type) {
    Function<JsonObject, JsonObject> data = event -> event.object("data");
    return events.stream().filter(event -> type.equals(event.text("type"))).map(data);
  }

  private void judge(String what, boolean right) {
    if (!right) {
      violations.add(session + ": " + what);
    }
  }
}
