package io.agentservice.server.base.audit;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks an audit log and names the first record that was changed, removed or inserted (ADR 35).
 * Records may come in roughly the order of their sealing.
 */
public final class AuditCheck {
  /** Records are sealed soon after their commit; more out of turn means that one is missing. */
  private static final int MOST_OUT_OF_TURN = 50_000;

  /** A record that is younger than the newest seal may still wait for its own. */
  private static final long SEALED_WITHIN_SECONDS = 3600;

  private final @Nullable Head anchor;
  private final NavigableMap<Long, ObjectNode> waiting = new TreeMap<>();
  private int unsealed;
  private @Nullable Unsealed oldest;
  private Head last = new Head(0, AuditChain.BEGINNING);
  private String lastId = "the beginning";
  private long lastSealedAt;
  private @Nullable Verdict broken;

  /** {@code anchor}: a head of this chain noted elsewhere, or null. */
  public AuditCheck(@Nullable Head anchor) {
    this.anchor = anchor;
  }

  /**
   * A place in the chain and its record's hash, to be noted elsewhere; 0 before the first record.
   */
  public record Head(long position, String hash) {
    /** As it is written down: {@code position:hash}. */
    @Override
    public String toString() {
      return position + ":" + hash;
    }

    /** Null when the text is no head. */
    public static @Nullable Head parse(String text) {
      return text.matches("[1-9][0-9]{0,17}:[0-9a-f]{64}")
          ? new Head(
              Long.parseLong(text.substring(0, text.indexOf(':'))),
              text.substring(text.indexOf(':') + 1))
          : null;
    }
  }

  /** A record without a seal; {@code createdAt} in Unix seconds. */
  private record Unsealed(String id, long createdAt) {}

  /** What the check found. */
  public sealed interface Verdict {
    /** Nothing is changed or missing; {@code unsealed} records after it prove nothing. */
    record Whole(Head head, int unsealed) implements Verdict {}

    /**
     * The first fault.
     *
     * @param what {@code changed}, {@code removed}, {@code inserted}, {@code rewritten} or {@code
     *     empty}
     * @param position in the chain; 0 for a record without one
     * @param detail which record, in words
     */
    record Broken(String what, long position, String detail) implements Verdict {}
  }

  /** The next record, as the API shows it. */
  public void take(ObjectNode record) {
    if (broken != null) {
      return;
    }
    if (!(record.get(AuditChain.SEAL) instanceof ObjectNode seal)) {
      leaveOpen(record);
      return;
    }
    long position = seal.path("position").asLong(0);
    if (position <= last.position() || waiting.putIfAbsent(position, record) != null) {
      broken =
          new Verdict.Broken(
              "inserted", position, "%s has the place of another record".formatted(id(record)));
      return;
    }
    var next = waiting.remove(last.position() + 1);
    while (next != null && broken == null) {
      check(next);
      next = waiting.remove(last.position() + 1);
    }
    if (broken == null && waiting.size() > MOST_OUT_OF_TURN) {
      broken = missing();
    }
  }

  private void leaveOpen(ObjectNode record) {
    unsealed++;
    long createdAt = record.path("created_at").asLong(0);
    if (oldest == null || createdAt < oldest.createdAt()) {
      oldest = new Unsealed(id(record), createdAt);
    }
  }

  private void check(ObjectNode record) {
    var seal = (ObjectNode) record.get(AuditChain.SEAL);
    long position = last.position() + 1;
    String hash = seal.path(AuditChain.HASH).asString("");
    if (!AuditChain.hash(record).equals(hash)) {
      broken =
          new Verdict.Broken(
              "changed", position, "%s is not what was sealed".formatted(id(record)));
    } else if (!seal.path("previous_hash").asString("").equals(last.hash())) {
      broken =
          new Verdict.Broken(
              "changed",
              last.position(),
              "%s was sealed anew: %s was sealed after another".formatted(lastId, id(record)));
    } else if (anchor != null && anchor.position() == position && !anchor.hash().equals(hash)) {
      broken =
          new Verdict.Broken(
              "rewritten",
              position,
              "%s or one before it: the hash noted for this place is another"
                  .formatted(id(record)));
    }
    last = new Head(position, hash);
    lastId = id(record);
    lastSealedAt = seal.path("sealed_at").asLong(0);
  }

  /** The verdict, when all records have been taken. */
  public Verdict finish() {
    if (broken != null) {
      return broken;
    }
    if (!waiting.isEmpty()) {
      return missing();
    }
    if (anchor != null && anchor.position() > last.position()) {
      return new Verdict.Broken(
          "removed",
          last.position() + 1,
          "the log ends with %s, but place %d was noted".formatted(lastId, anchor.position()));
    }
    if (oldest != null && oldest.createdAt() + SEALED_WITHIN_SECONDS < lastSealedAt) {
      return new Verdict.Broken("inserted", 0, "%s is old and has no seal".formatted(oldest.id()));
    }
    if (last.position() == 0 && unsealed == 0) {
      return new Verdict.Broken("empty", 0, "there is no record in it");
    }
    return new Verdict.Whole(last, unsealed);
  }

  private Verdict missing() {
    return new Verdict.Broken(
        "removed",
        last.position() + 1,
        "the record after %s and before %s is missing"
            .formatted(lastId, id(waiting.firstEntry().getValue())));
  }

  private static String id(ObjectNode record) {
    return record.path("audit_log_id").asString("a record without id");
  }
}
