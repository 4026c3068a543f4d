package io.agentservice.server.agent.loop.tools;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.tools.ChildSessions.Child;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Waits for something, at most until a time that stands in the log. */
public final class WaitTool extends Tool {
  public static final String NAME = "wait";

  /** In the place of a session's name: whichever rests first. */
  static final String ANY = "any";

  private static final int DEFAULT_SECONDS = 600;
  private static final int MAX_SECONDS = 86_400;
  private static final int PATTERN_CHARACTERS = 1_000;

  /** Of the facts: ids of sessions. */
  private static final String AWAITED = "sessions";

  /** How soon a message of a person ends it. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final String SESSION =
      """
      "session": {
        "type": "string",
        "description": "Until the session of this name that you have started has finished, asks or has ended; any: the first of those that work"
      },
      """;

  /** {@code sessions}: whether the agent may have started some. */
  WaitTool(boolean sessions) {
    super(Schemas.spec(NAME, description(sessions), schema(sessions)));
  }

  private static String description(boolean sessions) {
    return """
    Waits, without cost, for the end of a job, for a text in its output, for a port of this machine on which something listens,%s for a
    message of the user, or for a time to pass. A message of the user ends every wait. Call this instead of asking again and again.
    During a long wait for a message, %sor a time the machine may be given back, unless a job runs: your work in repositories is kept.
    """
        .formatted(
            sessions ? " for a session that you have started," : "", sessions ? "a session " : "");
  }

  private static String schema(boolean sessions) {
    return """
    {
      "type": "object",
      "properties": {
        "job": {"type": "string", "description": "Until this job is over, or writes pattern"},
        "pattern": {"type": "string", "description": "Regular expression (RE2) that the job's output is to contain, from its beginning or since"},
        "since": {"type": "integer", "minimum": 0, "description": "Look at the job's output from this byte on"},
        "port": {"type": "integer", "minimum": 1, "maximum": 65535, "description": "Until something listens on this TCP port"},
        %s"message": {"type": "boolean", "description": "Until the user writes"},
        "seconds": {
          "type": "integer", "minimum": 1, "maximum": 86400,
          "description": "The longest wait, 600 if not given; alone: the time to wait"
        }
      }
    }
    """
        .formatted(sessions ? SESSION : "");
  }

  @Override
  public boolean waits() {
    return true;
  }

  /** That which looks for a port is a command. */
  @Override
  public boolean journaled() {
    return true;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var job = input.optionalText("job");
    var port = input.number("port", 1, 65_535);
    var session = input.optionalText("session");
    boolean message = input.flag("message");
    var seconds = input.number("seconds", 1, MAX_SECONDS);
    if (job == null && port == null && session == null && !message && seconds == null) {
      throw new ToolInputException("Say what to wait for: job, port, session, message or seconds.");
    }
    if (Stream.of(job, port, session).filter(Objects::nonNull).count() > 1) {
      throw new ToolInputException("Wait for a job, a port or a session, for one in a call.");
    }
    if (job != null) {
      var _ = JobTool.job(job, context.jobs());
    }
    if ((job != null || port != null) && !context.hasJobs()) {
      throw new ToolInputException("This machine has no jobs: only message and seconds work.");
    }
    var _ = pattern(input);
    var _ = since(input);
    var from = context.waits().now();
    var facts =
        Schemas.JSON
            .createObjectNode()
            .put("from", from.toString())
            .put("until", from.plusSeconds(seconds == null ? DEFAULT_SECONDS : seconds).toString());
    if (session != null) {
      var ids = facts.putArray(AWAITED);
      awaited(session, context).forEach(child -> ids.add(child.id()));
    }
    return facts;
  }

  private static List<Child> awaited(String name, ToolContext context) {
    if (!name.equals(ANY)) {
      return List.of(context.children().get(name));
    }
    var working = context.children().all().stream().filter(Child::works).toList();
    if (working.isEmpty()) {
      throw new ToolInputException("None of the sessions that you have started works.");
    }
    return working;
  }

  private static @Nullable Pattern pattern(Input input) {
    var text = input.optionalText("pattern");
    if (text == null) {
      return null;
    }
    if (input.optionalText("job") == null) {
      throw new ToolInputException("pattern needs the job whose output is to contain it.");
    }
    if (text.length() > PATTERN_CHARACTERS) {
      throw new ToolInputException(
          "pattern has more than %,d characters.".formatted(PATTERN_CHARACTERS));
    }
    try {
      return Pattern.compile(text, Pattern.MULTILINE);
    } catch (PatternSyntaxException e) {
      throw new ToolInputException("pattern is no regular expression of RE2: " + e.getMessage());
    }
  }

  private static int since(Input input) {
    var since = input.number("since", 0, Integer.MAX_VALUE);
    return since == null ? 0 : since;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var facts = call.facts();
    if (facts == null) {
      throw new IllegalStateException("a wait without a time");
    }
    var from = Instant.parse(facts.path("from").asString());
    var until = Instant.parse(facts.path("until").asString());
    var awaited = awaited(facts, context);
    boolean due = !awaited.isEmpty() && !awaited.stream().allMatch(Child::works);
    if (isOffMachine(call.input()) && !due && !context.waits().slept()) {
      context.waits().sleep(sleep(call.input(), until, awaited));
    }
    String text;
    try (var condition = condition(call, context)) {
      text = await(condition, until, context);
    }
    var waited = Duration.between(from, context.waits().now());
    return new Outcome(
        List.of(new Part.Text(text + " [waited %d s]".formatted(waited.toSeconds()))),
        false,
        new Outcome.Command(null, Math.max(1, waited.toMillis()), 0, null),
        null);
  }

  private static Waits.Sleep sleep(Input input, Instant until, List<Child> awaited) {
    String what = awaited.isEmpty() ? input.flag("message") ? "message" : "time" : "child";
    return new Waits.Sleep(
        what,
        until,
        awaited.stream().map(Child::id).toList(),
        awaited.stream().anyMatch(Child::waitsForMachine));
  }

  /** The sessions that are waited for, as they stand. */
  private static List<Child> awaited(JsonNode facts, ToolContext context) {
    var ids = facts.path(AWAITED).valueStream().map(JsonNode::asString).toList();
    return ids.isEmpty()
        ? List.of()
        : context.children().all().stream().filter(child -> ids.contains(child.id())).toList();
  }

  /** Whether nothing on the machine is waited for. */
  private static boolean isOffMachine(Input input) {
    return input.optionalText("job") == null && input.number("port", 1, 65_535) == null;
  }

  private static String await(WaitCondition condition, Instant until, ToolContext context) {
    var waits = context.waits();
    long end = System.nanoTime() + Duration.between(waits.now(), until).toNanos();
    while (true) {
      var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      var slice = left.compareTo(LOOK) < 0 ? left : LOOK;
      var met = condition.met(slice);
      if (met != null) {
        return met;
      }
      if (waits.messageComes(Duration.ZERO)) {
        return "The user has written; the message follows.";
      }
      if (left.isZero()) {
        return "The time is over.";
      }
      if (waits.slept()) {
        return "The user has woken the session before the time was over.";
      }
    }
  }

  private static WaitCondition condition(Call call, ToolContext context) {
    var input = call.input();
    var job = input.optionalText("job");
    var port = input.number("port", 1, 65_535);
    if (port != null) {
      return WaitCondition.port(port, call.commandId(), context);
    }
    var facts = call.facts();
    if (facts != null && facts.has(AWAITED)) {
      return WaitCondition.sessions(() -> awaited(facts, context), context);
    }
    if (job == null) {
      return WaitCondition.nothing(context.machine(), context.waits());
    }
    var known = JobTool.job(job, context.jobs());
    var pattern = pattern(input);
    return pattern == null
        ? WaitCondition.end(known, context)
        : WaitCondition.pattern(known, pattern, since(input), context);
  }

  /** Until the time that it has had from its beginning. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }
}
