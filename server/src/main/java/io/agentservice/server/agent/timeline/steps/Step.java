package io.agentservice.server.agent.timeline.steps;

import io.agentservice.llm.Part;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, as people follow it (design/web.md 7.1), whole: whoever shows it cuts.
 *
 * @param id by the number of the event that it begins with, so that it stays the same
 * @param lastSeq the last event that told of it
 * @param turn the event that its turn begins with
 * @param durationMillis null where unknown
 * @param title one line
 * @param body null when the title says all
 */
public record Step(
    String id,
    long seq,
    long lastSeq,
    long turn,
    Kind kind,
    Status status,
    Instant at,
    @Nullable Long durationMillis,
    String title,
    @Nullable String body,
    Facts facts) {

  /** What it is; the words of the interface are the names in lower case. */
  public enum Kind {
    MESSAGE,
    SAID,
    THOUGHT,
    COMMAND,
    EDIT,
    VIEW,
    BROWSER,
    TOOL,
    PLAN,
    CHILD,
    QUESTION,
    APPROVAL,
    FINISHED,
    STATE,
    PROBLEM,
    NOTE;

    /** The word of the interface. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How it stands. */
  public enum Status {
    RUNNING,
    OK,
    FAILED,
    INTERRUPTED,
    UNKNOWN;

    /** The word of the interface. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What only some kinds have; null, or empty, for the others.
   *
   * @param childId the session that was started
   * @param user who wrote or answered
   * @param message of a person
   */
  public record Facts(
      @Nullable Integer exitCode,
      @Nullable Diff diff,
      @Nullable String output,
      List<Part.Image> images,
      @Nullable List<PlanItem> plan,
      @Nullable Cost cost,
      @Nullable String childId,
      @Nullable String user,
      @Nullable Message message) {
    static final Facts NONE = new Facts(null, null, null, List.of(), null, null, null, null, null);

    public Facts {
      images = List.copyOf(images);
      plan = plan == null ? null : List.copyOf(plan);
    }

    static Facts of(Diff diff) {
      return new Facts(null, diff, null, List.of(), null, null, null, null, null);
    }

    static Facts of(List<PlanItem> plan) {
      return new Facts(null, null, null, List.of(), plan, null, null, null, null);
    }

    static Facts by(String user, Message message) {
      return new Facts(null, null, null, List.of(), null, null, null, user, message);
    }

    Facts starting(@Nullable String childId) {
      return new Facts(exitCode, diff, output, images, plan, cost, childId, user, message);
    }

    Facts costing(Cost cost) {
      return new Facts(exitCode, diff, output, images, plan, cost, childId, user, message);
    }

    Facts answeredBy(@Nullable String user) {
      return new Facts(exitCode, diff, output, images, plan, cost, childId, user, message);
    }

    Facts with(@Nullable Integer exitCode, @Nullable String output, List<Part.Image> images) {
      return new Facts(exitCode, diff, output, images, plan, cost, childId, user, message);
    }
  }

  /**
   * What stands behind a message.
   *
   * @param files that came with it, by their places in the working directory
   * @param links addresses elsewhere that came with it
   */
  public record Message(String id, List<LoopEvent.AttachedFile> files, List<String> links) {
    public Message {
      files = List.copyOf(files);
      links = List.copyOf(links);
    }
  }

  /** {@code status}: {@code open}, {@code doing} or {@code done}. */
  public record PlanItem(String text, String status) {}

  /** Of an answer of the model. */
  public record Cost(String model, Usage usage, BigDecimal dollars, long durationMillis) {}

  /** The change of a file: lines that begin with a blank, {@code +} or {@code -}. */
  public record Diff(String path, List<String> lines) {
    public Diff {
      lines = List.copyOf(lines);
    }

    public long additions() {
      return count('+');
    }

    public long deletions() {
      return count('-');
    }

    private long count(char sign) {
      return lines.stream().filter(line -> line.charAt(0) == sign).count();
    }
  }

  /** Whether it runs and has been begun; what waits behind another call has not. */
  public boolean begun() {
    return status == Status.RUNNING && lastSeq > seq;
  }

  /** Of what this is what became of it. */
  Step inPlaceOf(Step before) {
    return new Step(
        before.id,
        before.seq,
        lastSeq,
        before.turn,
        kind,
        status,
        before.at,
        durationMillis,
        title,
        body,
        facts);
  }

  Step costing(Cost cost) {
    return with(status, facts.costing(cost), lastSeq);
  }

  Step become(Status status, long by) {
    return with(status, facts, by);
  }

  Step with(Status status, Facts facts, long by) {
    return took(status, durationMillis, facts, by);
  }

  Step took(Status status, @Nullable Long durationMillis, Facts facts, long by) {
    return new Step(id, seq, by, turn, kind, status, at, durationMillis, title, body, facts);
  }
}
