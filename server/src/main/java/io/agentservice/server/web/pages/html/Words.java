package io.agentservice.server.web.pages.html;

import io.agentservice.server.agent.loop.history.Repositories;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How times, costs and states are said to people. */
public final class Words {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SHORT =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Words() {}

  /** A time of day; the script shows it in the reader's zone. */
  public static Html clock(Instant time) {
    return Html.of(
        "<time datetime=\"{}\" title=\"{}\">{}</time>",
        time.truncatedTo(ChronoUnit.SECONDS),
        CLOCK.format(time),
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
        CLOCK.format(time),
        text);
  }

  public static String duration(Duration duration) {
    long seconds = Math.max(duration.toSeconds(), 0);
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? "%d min %d s".formatted(seconds / 60, seconds % 60)
        : "%d h %d min".formatted(seconds / 3600, seconds / 60 % 60);
  }

  public static String millis(long millis) {
    return millis < 10_000
        ? "%.1f s".formatted(millis / 1000.0)
        : duration(Duration.ofMillis(millis));
  }

  /** Why nothing happens, and when it will. */
  public static String modelAway(LoopEvent.ModelAway away) {
    String of = away.mostTries() == null ? "" : " of " + away.mostTries();
    String end =
        away.leftMillis() == null ? "" : ", giving up in " + millis(Math.max(0, away.leftMillis()));
    return "Model away: %s; try %d%s in %s%s"
        .formatted(away.reason(), away.nextTry(), of, millis(away.waitMillis()), end);
  }

  /** What has become of a repository. */
  public static String repository(LoopEvent.RepositoryEvent event) {
    return switch (event) {
      case LoopEvent.RepositoryCheckout begun ->
          "Checks out %s of %s".formatted(begun.repository(), begun.address());
      case LoopEvent.RepositoryReady ready -> Repositories.words(ready);
      case LoopEvent.RepositoryUnavailable failed -> failed.reason();
      case LoopEvent.RepositorySkipped skipped -> skipped.reason();
    };
  }

  /** What was changed, in figures. */
  public static String changes(LoopEvent.WorkChanged changed) {
    var words =
        new StringBuilder(
            "Changed %s: %,d %s, +%,d −%,d."
                .formatted(
                    changed.directory(),
                    changed.files(),
                    changed.files() == 1 ? "file" : "files",
                    changed.insertions(),
                    changed.deletions()));
    changed.notes().forEach(note -> words.append(' ').append(note).append('.'));
    return words.toString();
  }

  /** How a job has ended. */
  public static String job(LoopEvent.JobEnded ended) {
    String after = ended.durationMillis() > 0 ? " after " + millis(ended.durationMillis()) : "";
    return "The job %s %s%s".formatted(ended.job(), Jobs.how(ended), after);
  }

  /** How long the agent waits without a machine. */
  public static String released(LoopEvent.Released released) {
    return "The agent waits%s until %s at most, and gives its machine back"
        .formatted(
            released.waitFor().equals("message") ? " for you" : "",
            CLOCK.format(Instant.parse(released.until())));
  }

  /** Whether work has come along to a new machine. */
  public static String restored(LoopEvent.WorkRestored restored) {
    return restored.failure() == null
        ? "Brought the work in %s from the machine before".formatted(restored.directory())
        : "The work in %s could not be brought to this machine: %s"
            .formatted(restored.directory(), restored.failure());
  }

  public static String title(Session session) {
    String title = session.task().title();
    return title == null || title.isBlank() ? "Untitled session" : title;
  }

  /** Status and detail, e.g. {@code running: waiting for user}. */
  public static String status(String status, String detail) {
    return detail.isEmpty() ? status : status + ": " + detail.replace('_', ' ');
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
    String status = status(session.standing().status().word(), detail(session));
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
                : (wait.waitFor().equals("message") ? ", or " : "") + CLOCK.format(until));
  }

  private static String detail(Session session) {
    String detail = Status.Detail.word(session.standing().statusDetail());
    return detail == null ? "" : detail;
  }

  /** What the model goes on with. */
  public static String of(LoopEvent.Summarized summary) {
    return "The model goes on with a summary of its work: " + summary.summary();
  }

  /** What keeps a session in, in one sentence for each kind of trial. */
  public static String of(LoopEvent.Isolation isolation) {
    if (isolation.reason() != null) {
      return isolation.reason();
    }
    var possible = new ArrayList<String>();
    var impossible = new ArrayList<String>();
    isolation.trials().forEach(trial -> (trial.works() ? possible : impossible).add(trial.what()));
    return "Tried behind the walls. Possible: %s. Impossible: %s"
        .formatted(listed(possible), listed(impossible));
  }

  private static String listed(List<String> words) {
    return words.isEmpty() ? "nothing" : String.join(", ", words);
  }
}
