package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.timeline.TurnReader.Turn;
import io.agentservice.server.agent.timeline.steps.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks for a text in the steps of a bounded part of a log, and says where it ended. */
record StepSearch(TurnReader turns) {
  private static final int MOST_EVENTS = 4_000;
  private static final long MOST_CHARACTERS = 4 << 20;
  private static final int AROUND = 80;

  record Found(long seq, String stepId, String excerpt) {}

  /** {@code lastSeq}: where to go on, also where nothing was found. */
  record Page(List<Found> items, long lastSeq, boolean hasNextPage) {}

  /** {@code last}: the newest number of the log. */
  Page page(String text, long after, int first, long last) {
    var wanted =
        Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    var found = new ArrayList<Found>();
    long seen = after;
    long characters = 0;
    int events = 0;
    if (after >= last) {
      return new Page(List.of(), after, false);
    }
    var from = turns.forwards(turns.beginning(after + 1));
    for (var turn = from.next(); turn != null; turn = from.next()) {
      var hits = hits(turn, wanted, after);
      for (var ofOneEvent : hits.entrySet()) {
        if (!found.isEmpty() && found.size() + ofOneEvent.getValue().size() > first) {
          return new Page(found, ofOneEvent.getKey() - 1, true);
        }
        found.addAll(ofOneEvent.getValue());
      }
      seen = Math.max(seen, turn.last());
      characters += turn.characters();
      events += turn.events().size();
      if (characters > MOST_CHARACTERS || events > MOST_EVENTS) {
        return new Page(found, seen, seen < last);
      }
    }
    return new Page(found, seen, false);
  }

  /** By the event that they begin with. */
  private static TreeMap<Long, List<Found>> hits(Turn turn, Pattern wanted, long after) {
    var hits = new TreeMap<Long, List<Found>>();
    TimelinePages.steps(turn).stream()
        .filter(step -> step.seq() > after)
        .sorted(Comparator.comparingLong(Step::seq))
        .forEach(step -> {
          String excerpt = excerpt(step, wanted);
          if (excerpt != null) {
            hits.computeIfAbsent(step.seq(), _ -> new ArrayList<>())
                .add(new Found(step.seq(), step.id(), excerpt));
          }
        });
    return hits;
  }

  private static @Nullable String excerpt(Step step, Pattern wanted) {
    return texts(step)
        .map(text -> excerpt(text, wanted))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static Stream<String> texts(Step step) {
    var facts = step.facts();
    var diff = facts.diff();
    var plan = facts.plan();
    return Stream.of(
            Stream.of(step.title()),
            Stream.ofNullable(step.body()),
            diff == null
                ? Stream.<String>of()
                : Stream.of(diff.path(), String.join("\n", diff.lines())),
            plan == null ? Stream.<String>of() : plan.stream().map(Step.PlanItem::text),
            Stream.ofNullable(facts.output()))
        .flatMap(texts -> texts);
  }

  private static @Nullable String excerpt(String text, Pattern wanted) {
    var match = wanted.matcher(text);
    if (!match.find()) {
      return null;
    }
    int from = Math.max(0, match.start() - AROUND);
    int to = Math.min(text.length(), match.end() + AROUND);
    from += from > 0 && Character.isLowSurrogate(text.charAt(from)) ? 1 : 0;
    to -= to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
    String excerpt = text.substring(from, to).replaceAll("\\s+", " ").strip();
    return (from > 0 ? "\u2026" : "") + excerpt + (to < text.length() ? "\u2026" : "");
  }
}
