package io.agentservice.server.web.pages.html;

import io.agentservice.server.agent.timeline.steps.EventWords;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.wire.text.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** How times, costs and states are said to people. */
public final class Words {
  private static final DateTimeFormatter SHORT =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Words() {}

  /** A time of day; the script shows it in the reader's zone. */
  public static Html clock(Instant time) {
    return Html.of(
        "<time datetime=\"{}\" title=\"{}\">{}</time>",
        time.truncatedTo(ChronoUnit.SECONDS),
        TimeText.of(time),
        SHORT.format(time));
  }

  /** How long ago. */
  public static Html age(Instant time, Instant now) {
    var age = Duration.between(time, now);
    String text =
        age.toMinutes() < 1
            ? "just now"
            : age.toHours() < 1
                ? age.toMinutes() + " min ago"
                : age.toDays() < 1 ? age.toHours() + " h ago" : age.toDays() + " d ago";
    return Html.of(
        "<time class=\"age\" datetime=\"{}\" title=\"{}\">{}</time>",
        time.truncatedTo(ChronoUnit.SECONDS),
        TimeText.of(time),
        text);
  }

  public static String title(Session session) {
    String title = session.task().title();
    return title == null || title.isBlank() ? "Untitled session" : title;
  }

  public static Html badge(Session session) {
    String detail = detail(session);
    return Html.of(
        "<span class=\"badge {} {}\">{}</span>",
        session.standing().status().word(),
        detail.replace('_', '-'),
        state(session));
  }

  /** How a session stands: what its task has come to if it sleeps, what it waits for if it does. */
  private static String state(Session session) {
    String status = EventWords.status(session.standing().status().word(), detail(session));
    var wait = session.standing().longWait();
    if (wait != null) {
      return asleepUntil(wait);
    }
    if (session.standing().status() == Status.SUSPENDED) {
      return switch (session.standing().outcome()) {
        case FINISHED -> "finished, asleep";
        case ASKS ->
            session.standing().priorDetail() == Status.Detail.WAITING_FOR_APPROVAL
                ? "waits for approval, asleep"
                : "waits for your answer, asleep";
        case FAILED -> "failed, asleep";
        case STOPPED, NONE -> status;
      };
    }
    return switch (session.waitsFor()) {
      case OUTPOST -> status + ", no outpost for it";
      case MACHINE ->
          status + ", waits for a machine, number %d".formatted(session.standing().queuePosition());
      case CONNECTION -> status + ", its machine starts";
      case null -> status;
    };
  }

  private static String asleepUntil(Session.Wait wait) {
    var until = wait.waitUntil();
    return "asleep until %s%s"
        .formatted(
            wait.waitFor().equals("message") ? "you write" : "",
            until == null
                ? ""
                : (wait.waitFor().equals("message") ? ", or " : "") + TimeText.of(until));
  }

  private static String detail(Session session) {
    String detail = Status.Detail.word(session.standing().statusDetail());
    return detail == null ? "" : detail;
  }
}
