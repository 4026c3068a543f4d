package io.agentservice.server.agent.loop.log;

import io.agentservice.llm.Part;
import io.agentservice.server.base.events.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What happened in a session, in order, as far as it tells how the session went. */
public record Course(List<Moment> moments) {

  public sealed interface Moment {
    /** A person's message. {@code text}: in the place of a withheld one, that it is. */
    record Message(String from, String text, boolean withheld) implements Moment {}

    record Said(String text) implements Moment {}

    record Command(String script, boolean failed, String lastLine) implements Moment {}

    record Edit(String path) implements Moment {}

    record End(LoopEvent.TurnEnd how) implements Moment {}
  }

  /** Reads a log; what this version can't read is left out. */
  public static Course of(Consumer<Consumer<Event>> log) {
    var reader = new Reader();
    log.accept(line -> {
      LoopEvent event = known(line);
      if (event != null) {
        reader.read(event);
      }
    });
    return new Course(List.copyOf(reader.moments));
  }

  private static @Nullable LoopEvent known(Event line) {
    try {
      return LoopEvents.read(line.type(), line.data());
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  public <M extends Moment> List<M> all(Class<M> kind) {
    return moments.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The first message; null when there is none yet, or it was withheld. */
  public @Nullable String opening() {
    return all(Moment.Message.class).stream()
        .findFirst()
        .filter(message -> !message.withheld())
        .map(Moment.Message::text)
        .orElse(null);
  }

  private static final class Reader {
    private final List<Moment> moments = new ArrayList<>();
    private final Map<String, Integer> messages = new HashMap<>();
    private final Map<String, LoopEvent.ToolIntent> open = new HashMap<>();

    void read(LoopEvent event) {
      switch (event) {
        case LoopEvent.UserMessage message -> {
          messages.put(message.eventId(), moments.size());
          moments.add(
              new Moment.Message(
                  Objects.requireNonNullElse(message.username(), "User"), message.text(), false));
        }
        case LoopEvent.GuardrailHit hit -> withhold(hit);
        case LoopEvent.AgentMessage message -> moments.add(new Moment.Said(message.text()));
        case LoopEvent.ToolIntent intent -> open.put(intent.callId(), intent);
        case LoopEvent.ToolResult result -> {
          var intent = open.remove(result.callId());
          if (intent != null) {
            read(intent, result);
          }
        }
        case LoopEvent.TurnEnd end -> moments.add(new Moment.End(end));
        case LoopEvent.MachineAttached _,
            LoopEvent.Isolation _,
            LoopEvent.NetworkDenied _,
            LoopEvent.McpServer _,
            LoopEvent.ModelTurn _,
            LoopEvent.ModelNews _,
            LoopEvent.Shortened _,
            LoopEvent.Summarized _,
            LoopEvent.PullRequestFound _,
            LoopEvent.RepositoryEvent _,
            LoopEvent.GuidanceEvent _,
            LoopEvent.WorkEvent _,
            LoopEvent.JobEvent _,
            LoopEvent.Released _,
            LoopEvent.Divergence _,
            LoopEvent.GuardrailJudged _,
            LoopEvent.ApprovalRequested _,
            LoopEvent.ApprovalAnswered _,
            LoopEvent.OutputNoted _,
            LoopEvent.Nudge _ -> {}
      }
    }

    private void withhold(LoopEvent.GuardrailHit hit) {
      var place = hit.withholds() ? messages.get(hit.eventId()) : null;
      if (place != null && moments.get(place) instanceof Moment.Message message) {
        String instead = "[withheld by the guardrail %s]".formatted(hit.guardrailName());
        moments.set(place, new Moment.Message(message.from(), instead, true));
      }
    }

    private void read(LoopEvent.ToolIntent intent, LoopEvent.ToolResult result) {
      var script = intent.input().path("command");
      if (script.isString()) {
        boolean failed = result.error() || !Objects.equals(result.exitCode(), 0);
        moments.add(new Moment.Command(script.stringValue(), failed, lastLine(result)));
      } else if (intent.tool().equals("edit") && !result.error()) {
        moments.add(new Moment.Edit(intent.input().path("path").asString("")));
      }
    }

    /** Before the line that says how the command ended. */
    private static String lastLine(LoopEvent.ToolResult result) {
      String text =
          result.content().stream()
              .filter(Part.Text.class::isInstance)
              .map(part -> ((Part.Text) part).text())
              .collect(Collectors.joining("\n"));
      var lines = text.lines().filter(line -> !line.isBlank()).toList();
      boolean alone = lines.size() < 2 || !lines.getLast().startsWith("[");
      return lines.isEmpty() ? "" : alone ? lines.getLast() : lines.get(lines.size() - 2);
    }
  }

  /** At most {@code most} characters without the middle; a moment at most {@code each}. */
  public String text(int most, int each) {
    String text = text(each);
    return text.length() <= most
        ? text
        : "%s%n[... left out ...]%n%s"
            .formatted(text.substring(0, most / 2), text.substring(text.length() - most / 2));
  }

  public String text(int each) {
    return moments.stream()
        .map(moment -> line(moment, each))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static String line(Moment moment, int most) {
    return switch (moment) {
      case Moment.Message(String from, String text, _) -> from + ": " + cut(text, most);
      case Moment.Said(String text) -> "Agent: " + cut(text, most);
      case Moment.Command(String script, boolean failed, String lastLine) ->
          "%s: %s -> %s"
              .formatted(failed ? "Failed" : "Ran", cut(script, most), cut(lastLine, most));
      case Moment.Edit(String path) -> "Edited: " + path;
      case Moment.End(LoopEvent.TurnEnd how) -> "Turn ended: " + cut(words(how), most);
    };
  }

  public static String words(LoopEvent.TurnEnd end) {
    return switch (end) {
      case LoopEvent.Finished finished -> "done. " + finished.summary();
      case LoopEvent.Waiting waiting ->
          "waiting for a person. " + Objects.requireNonNullElse(waiting.message(), "");
      case LoopEvent.Interrupted _ -> "interrupted by a person.";
      case LoopEvent.LimitReached limit -> "stopped at a limit. " + limit.reason();
      case LoopEvent.Suspended asleep -> "stopped by a failure. " + asleep.reason();
      case LoopEvent.Failure failure -> "failed. " + failure.reason();
    };
  }

  public static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + "...";
  }
}
