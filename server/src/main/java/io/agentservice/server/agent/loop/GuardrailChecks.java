package io.agentservice.server.agent.loop;

import com.google.re2j.Pattern;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.GuardrailHit;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.server.agent.loop.tools.LinkedSession;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.guardrails.Guardrail.Action;
import io.agentservice.server.engine.guardrails.Guardrail.Kind;
import io.agentservice.server.engine.guardrails.Guardrail.Rule;
import io.agentservice.server.engine.guardrails.Guardrail.Where;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Judges texts by the session's guardrails; writes only the judge's costs. */
final class GuardrailChecks {
  /** Code of a session's error when a guardrail has put it to sleep. */
  private static final String CODE = "guardrail";

  private static final int EVIDENCE = 2_000;
  private static final int AROUND = 300;

  private final List<Guardrail> rules;
  private final Judge judge;

  GuardrailChecks(List<Guardrail> rules, Judge judge) {
    this.rules = rules;
    this.judge = judge;
  }

  /** Whether a person's message can be kept from the model. */
  boolean withholdMessages() {
    return Guardrail.withhold(rules, Where.USER_MESSAGES);
  }

  /** Whether what the agent says can be kept from people, who then must not see it written. */
  boolean withholdWords() {
    return Guardrail.withhold(rules, Where.AGENT_MESSAGES);
  }

  /** The brief with those titles only that the model may see; messages are judged by now. */
  LoopBrief judged(LoopBrief brief, @Nullable String opening) {
    var linked =
        brief.linked().stream().map(other -> withholdMessages() ? judged(other) : other).toList();
    return brief.titled(title(brief.title(), opening), linked);
  }

  private LinkedSession judged(LinkedSession other) {
    String title = title(other.title(), other.course().get().opening());
    return new LinkedSession(
        other.id(), Objects.requireNonNullElse(title, "(no title)"), other.course());
  }

  /** A title that the model may see; one that begins {@code opening} was judged with it. */
  private @Nullable String title(@Nullable String title, @Nullable String opening) {
    if (title == null || opening == null) {
      return null;
    }
    boolean told =
        opening.strip().startsWith(title)
            || judge(Where.USER_MESSAGES, title, Id.create(EventId.class).value()).withholding()
                == null;
    return told ? title : null;
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  record Verdict(List<GuardrailHit> hits) {
    /** The hit that keeps the text back, the strictest first; null when none does. */
    @Nullable GuardrailHit withholding() {
      return hits.stream()
          .filter(GuardrailHit::withholds)
          .max(Comparator.comparing(GuardrailChecks::suspends))
          .orElse(null);
    }

    List<LoopEvent> and(LoopEvent event) {
      var events = new ArrayList<LoopEvent>(hits);
      events.add(event);
      return events;
    }
  }

  /** Judges a text of event {@code eventId}; models last, and not when a pattern withholds it. */
  Verdict judge(Where where, String text, String eventId) {
    var hits = new ArrayList<GuardrailHit>();
    if (text.isBlank()) {
      return new Verdict(hits);
    }
    for (var rule : rules) {
      if (rule.where().contains(where) && rule.rule() instanceof Rule.Matches(Pattern pattern)) {
        match(rule, pattern, text, eventId, hits);
      }
    }
    for (var rule : rules) {
      if (rule.where().contains(where)
          && rule.rule() instanceof Rule.Asks asks
          && hits.stream().noneMatch(GuardrailHit::withholds)) {
        ask(rule, asks, text, eventId, hits);
      }
    }
    return new Verdict(List.copyOf(hits));
  }

  private static void match(
      Guardrail rule, Pattern pattern, String text, String eventId, List<GuardrailHit> hits) {
    var found = pattern.matcher(text);
    if (!found.find()) {
      return;
    }
    // A secret must not stand in the record of who showed it.
    String shown =
        rule.type() == Kind.SECRET ? "[matched]" : excerpt(text, found.start(), found.end());
    String reason = rule.reason() == null ? "it matches a forbidden pattern" : rule.reason();
    hits.add(hit(rule, rule.action(), eventId, shown, reason, 1));
  }

  /** The match with what is around it. */
  private static String excerpt(String text, int start, int end) {
    return text.substring(Judge.whole(text, Math.max(0, start - AROUND)), start)
        + cut(text.substring(start, end))
        + text.substring(end, Judge.whole(text, Math.min(text.length(), end + AROUND)));
  }

  private void ask(
      Guardrail rule, Rule.Asks asks, String text, String eventId, List<GuardrailHit> hits) {
    String shown = rule.type() == Kind.SECRET ? "[judged by a model]" : cut(text);
    switch (judge.ask(rule.id(), asks.question(), text)) {
      case Judge.Opinion(boolean broken, double confidence, String reasoning) -> {
        if (broken && confidence >= asks.threshold()) {
          hits.add(hit(rule, rule.action(), eventId, shown, reasoning, confidence));
        }
      }
      case Judge.NoOpinion(String why) -> {
        if (asks.blockOnFailure()) {
          var action = rule.action().withholds() ? rule.action() : Action.BLOCKED;
          hits.add(hit(rule, action, eventId, shown, "it could not be judged: " + why, 0));
        }
      }
    }
  }

  private static GuardrailHit hit(
      Guardrail rule,
      Action action,
      String eventId,
      String evidence,
      String reasoning,
      double confidence) {
    return new GuardrailHit(
        eventId,
        rule.id(),
        rule.name(),
        Guardrail.word(rule.type()),
        Guardrail.word(action),
        storable(evidence),
        storable(reasoning),
        confidence);
  }

  /** What the agent is told when its message was kept back. */
  static LoopEvent unsaid(GuardrailHit by) {
    return new LoopEvent.Nudge(
        "The guardrail %s has kept your message from the user: %s. Say it in another way, or go on."
            .formatted(by.guardrailName(), by.reasoning()));
  }

  private static String cut(String text) {
    return text.length() <= EVIDENCE
        ? text
        : text.substring(0, Judge.whole(text, EVIDENCE)) + " ...";
  }

  /** The database has no place for this character. */
  private static String storable(String text) {
    return text.replace('\u0000', '\uFFFD');
  }

  static boolean suspends(GuardrailHit hit) {
    return hit.action().equals(Guardrail.word(Action.SUSPENDED));
  }

  static LoopEvent.Suspended asleep(GuardrailHit hit) {
    return new LoopEvent.Suspended(
        CODE,
        "The guardrail %s has put the session to sleep: %s"
            .formatted(hit.guardrailName(), hit.reasoning()));
  }

  /** What a message brings before the model: its text, its links and the names of its files. */
  static String text(LoopEvent.UserMessage message) {
    var texts = new ArrayList<>(List.of(message.text()));
    texts.addAll(message.links());
    message.files().forEach(file -> texts.add(file.path()));
    return String.join("\n", texts);
  }

  /** All texts of a call's input, in order: the command, for instance. */
  static String text(JsonNode input) {
    if (input.isString()) {
      return input.stringValue();
    }
    return StreamSupport.stream(input.spliterator(), false)
        .map(GuardrailChecks::text)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
