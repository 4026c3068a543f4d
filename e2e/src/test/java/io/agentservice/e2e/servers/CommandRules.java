package io.agentservice.e2e.servers;

import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What must hold of a session of {@link SessionLoad} whatever happened to the servers: it ended by
 * itself with its task done, its log has no gap, and each of its commands ran once, in order, and
 * is known to have succeeded.
 */
final class CommandRules {
  /** Of a prompt that does not begin as the one before, though nothing happened. */
  private static final Set<String> UNEXPLAINED = Set.of("tools", "system", "messages");

  private final JsonObject record;
  private final List<JsonObject> events;
  private final List<String> effects;
  private final List<String> violations = new ArrayList<>();

  /**
   * Judges nothing yet.
   *
   * @param record of the session, from the API
   * @param events its whole log
   * @param effects the lines that its commands wrote
   */
  CommandRules(JsonObject record, List<JsonObject> events, List<String> effects) {
    this.record = record;
    this.events = events;
    this.effects = effects;
  }

  /** In words, what breaks the rules; {@code commands}: how many it was to run. */
  List<String> violations(int commands) {
    judge(
        "its status is %s (%s)".formatted(record.text("status"), record.text("status_detail")),
        "exit".equals(record.text("status")) && "finished".equals(record.text("status_detail")));
    for (int i = 0; i < events.size(); i++) {
      long seq = events.get(i).number("seq", -1);
      judge("event " + (i + 1) + " has number " + seq, seq == i + 1);
    }
    var intents = of("tool_intent").map(intent -> intent.required("command_id")).toList();
    judge(
        "it meant to make %d calls".formatted(intents.size()),
        intents.size() == commands + 1); // the last one says that it is done
    judge(
        "it ran %s, and meant %s".formatted(effects, intents),
        effects.equals(intents.subList(0, Math.min(commands, intents.size()))));
    var results =
        of("tool_result")
            .map(result ->
                result.objects("content").stream()
                    .map(part -> String.valueOf(part.text("text")))
                    .collect(Collectors.joining()))
            .filter(text -> text.contains("[exit code 0]"))
            .toList();
    judge("%d commands succeeded".formatted(results.size()), results.size() == commands);
    judge("it finished often", of("finished").count() == 1);
    var broken = of("model_turn").map(turn -> String.valueOf(turn.text("broken"))).toList();
    judge("prompts begin anew: " + broken, broken.stream().noneMatch(UNEXPLAINED::contains));
    return violations;
  }

  private Stream<JsonObject> of(String type) {
    return events.stream()
        .filter(event -> type.equals(event.text("type")))
        .map(event -> event.object("data"));
  }

  private void judge(String what, boolean right) {
    if (!right) {
      violations.add(record.required("session_id") + ": " + what);
    }
  }
}
