package io.agentservice.server.engine.lifecycle.states;

import static io.agentservice.server.engine.lifecycle.states.Status.CLAIMED;
import static io.agentservice.server.engine.lifecycle.states.Status.ERROR;
import static io.agentservice.server.engine.lifecycle.states.Status.EXIT;
import static io.agentservice.server.engine.lifecycle.states.Status.NEW;
import static io.agentservice.server.engine.lifecycle.states.Status.RESUMING;
import static io.agentservice.server.engine.lifecycle.states.Status.RUNNING;
import static io.agentservice.server.engine.lifecycle.states.Status.SUSPENDED;

import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of sessions.md 2: from where, by what, to where, and what becomes of the entry. What is
 * not here can't happen; docs/states.md shows it.
 */
@SuppressWarnings("ImmutableEnumChecker") // the sets are never written to
public enum Transition {
  PARK(3, Trigger.CREATE_AT_LIMIT, to(SUSPENDED), Entry.UNCHANGED, Claim.NONE, NEW),
  PLACE(4, Trigger.PLACE, stay(), Entry.QUEUED, Claim.KEPT, NEW, RESUMING),
  CLAIM(5, Trigger.CLAIM, to(CLAIMED), Entry.CLAIMED, Claim.BEGINS, NEW),
  CLAIM_RESUMING(6, Trigger.CLAIM, to(RESUMING), Entry.CLAIMED, Claim.BEGINS, RESUMING),
  CONNECT(7, Trigger.CONNECT, to(RUNNING), Entry.SERVED, Claim.KEPT, CLAIMED, RESUMING),
  ASK(8, Trigger.ASK, to(RUNNING, Detail.WAITING_FOR_USER), Entry.UNCHANGED, Claim.KEPT, RUNNING),
  FINISH(9, Trigger.FINISH, to(RUNNING, Detail.FINISHED), Entry.UNCHANGED, Claim.KEPT, RUNNING),
  GATE(
      10,
      Trigger.GATE,
      to(RUNNING, Detail.WAITING_FOR_APPROVAL),
      Entry.UNCHANGED,
      Claim.KEPT,
      RUNNING),
  ANSWER(11, Trigger.ANSWER, to(RUNNING, Detail.WORKING), Entry.UNCHANGED, Claim.KEPT, RUNNING),
  WORK(12, Trigger.MESSAGE, to(RUNNING, Detail.WORKING), Entry.UNCHANGED, Claim.KEPT, RUNNING),
  WAIT(13, Trigger.MESSAGE, stay(), Entry.UNCHANGED, Claim.KEPT, NEW, CLAIMED, RESUMING),
  WAKE(14, Trigger.MESSAGE, to(RESUMING), Entry.QUEUED, Claim.ENDS, SUSPENDED),
  IDLE(17, Trigger.IDLE, sleep(Detail.INACTIVITY), Entry.LEFT, Claim.OVER, RUNNING, RESUMING),
  LIMIT(18, Trigger.LIMIT, sleep(null), Entry.LEFT, Claim.OVER, RUNNING),
  ARCHIVE(19, Trigger.ARCHIVE, sleep(Detail.USER_REQUEST), Entry.LEFT, Claim.OVER, awake()),
  HIDE(20, Trigger.ARCHIVE, stay(), Entry.UNCHANGED, Claim.KEPT, SUSPENDED, EXIT, ERROR),
  SHOW(21, Trigger.UNARCHIVE, stay(), Entry.UNCHANGED, Claim.KEPT, Status.values()),
  TERMINATE(
      22,
      Trigger.TERMINATE,
      to(EXIT),
      Entry.LEFT,
      Claim.OVER,
      NEW,
      CLAIMED,
      RUNNING,
      RESUMING,
      SUSPENDED),
  TERMINATE_ENDED(23, Trigger.TERMINATE, stay(), Entry.UNCHANGED, Claim.KEPT, EXIT, ERROR),
  FAIL(24, Trigger.FAIL, to(ERROR), Entry.LEFT, Claim.OVER, awake()),
  OUTAGE(25, Trigger.OUTAGE, sleep(Detail.ERROR), Entry.LEFT, Claim.OVER, RUNNING),
  UNCLAIM(26, Trigger.UNCLAIM, to(NEW), Entry.PENDING, Claim.ENDS, CLAIMED),
  UNCLAIM_RUNNING(27, Trigger.UNCLAIM, to(RESUMING), Entry.PENDING, Claim.ENDS, RUNNING),
  UNCLAIM_RESUMING(29, Trigger.UNCLAIM, to(RESUMING), Entry.PENDING, Claim.ENDS, RESUMING),
  GIVE_UP(
      30,
      Trigger.GIVE_UP,
      to(SUSPENDED, Detail.ERROR),
      Entry.REMOVED,
      Claim.ENDS,
      CLAIMED,
      RESUMING),
  LEAVE_QUEUE(31, Trigger.UNCLAIM, stay(), Entry.REMOVED, Claim.REVOKED, SUSPENDED, EXIT, ERROR),
  MOVE_UNSERVED(32, Trigger.EVICT, to(NEW), Entry.QUEUED, Claim.ENDS, NEW, CLAIMED),
  MOVE_SERVED(32, Trigger.EVICT, to(RESUMING), Entry.QUEUED, Claim.ENDS, RUNNING, RESUMING),
  MOVE_AT_REST(32, Trigger.EVICT, stay(), Entry.REMOVED, Claim.REVOKED, SUSPENDED, EXIT, ERROR),
  ORPHAN(
      33,
      Trigger.ORPHAN,
      to(EXIT),
      Entry.REMOVED,
      Claim.ENDS,
      NEW,
      CLAIMED,
      RUNNING,
      SUSPENDED,
      RESUMING),
  EXTEND(34, Trigger.EXTEND, stay(), Entry.EXTENDED, Claim.KEPT, Status.values()),
  INTERRUPT(35, Trigger.INTERRUPT, to(RUNNING), Entry.UNCHANGED, Claim.KEPT, RUNNING),
  SLEEP(36, Trigger.SLEEP, sleep(Detail.USER_REQUEST), Entry.LEFT, Claim.OVER, awake()),
  RESUME(37, Trigger.RESUME, to(RESUMING), Entry.QUEUED, Claim.ENDS, SUSPENDED),
  WAIT_LONG(38, Trigger.WAIT, to(SUSPENDED, Detail.INACTIVITY), Entry.LEFT, Claim.OVER, RUNNING);

  /** What happens to a session. */
  public enum Trigger {
    CREATE_AT_LIMIT,
    PLACE,
    CLAIM,
    CONNECT,
    ASK,
    FINISH,
    /** Its agent wants what a person is to approve. */
    GATE,
    ANSWER,
    MESSAGE,
    IDLE,
    LIMIT,
    ARCHIVE,
    UNARCHIVE,
    TERMINATE,
    FAIL,
    OUTAGE,
    /** The holder gives it back, or his deadline has passed. */
    UNCLAIM,
    /** As UNCLAIM, once too often without a connection. */
    GIVE_UP,
    /** Its outpost is gone. */
    EVICT,
    /** Its organization is gone. */
    ORPHAN,
    EXTEND,
    /** A person has its agent stop what it does. */
    INTERRUPT,
    SLEEP,
    /** On without a message: by a person, or since what its agent waits for is there. */
    RESUME,
    /** Its agent waits for long, and for nothing on its machine. */
    WAIT
  }

  /** What becomes of the queue's entry. */
  public enum Entry {
    UNCHANGED,
    /** A fresh one where there is a place; else none. */
    QUEUED,
    /** Held by the claimer, with a deadline. */
    CLAIMED,
    /** As claimed, with the session's new state and a full deadline. */
    SERVED,
    /** Claimed until its release; a pending one is removed. */
    LEFT,
    /** Back in the queue. */
    PENDING,
    REMOVED,
    /** As it is, with another deadline. */
    EXTENDED
  }

  /** What becomes of the right to work on the session, which is its epoch. */
  public enum Claim {
    /** There is none. */
    NONE,
    KEPT,
    /** A fresh epoch. */
    BEGINS,
    /** The epoch is over, and the connection is closed as revoked. */
    ENDS,
    /** The epoch is over, and the remote is told that the session sleeps or has ended. */
    OVER,
    /** The epoch was over already; a connection that is left is closed. */
    REVOKED;

    /** Whether nobody may write any more under the epoch until now. */
    public boolean fences() {
      return this == BEGINS || this == ENDS || this == OVER;
    }

    /** Whether the holder's connection is to be closed. */
    public boolean revokes() {
      return this == ENDS || this == REVOKED;
    }
  }

  /** A null status stays; {@code sleeps}: exits if it can't be resumed. */
  private record To(@Nullable Status status, @Nullable Detail detail, boolean sleeps) {}

  private final int number;
  private final Trigger trigger;
  private final To to;
  private final Entry entry;
  private final Claim claim;
  private final Set<Status> from;

  Transition(int number, Trigger trigger, To to, Entry entry, Claim claim, Status... from) {
    this.number = number;
    this.trigger = trigger;
    this.to = to;
    this.entry = entry;
    this.claim = claim;
    this.from = EnumSet.copyOf(Arrays.asList(from));
  }

  private static To to(Status status) {
    return new To(status, null, false);
  }

  private static To to(Status status, Detail detail) {
    return new To(status, detail, false);
  }

  private static To sleep(@Nullable Detail detail) {
    return new To(SUSPENDED, detail, true);
  }

  private static To stay() {
    return new To(null, null, false);
  }

  /** All that a session may be while it waits for a worker or has one. */
  private static Status[] awake() {
    return new Status[] {NEW, CLAIMED, RUNNING, RESUMING};
  }

  /** Throws IllegalStateException without such a row: the caller did not check the status. */
  public static Transition of(Trigger trigger, Status status) {
    return Arrays.stream(values())
        .filter(row -> row.trigger == trigger && row.from.contains(status))
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException("%s of a session that is %s".formatted(trigger, status)));
  }

  /** The row's number in sessions.md 2. */
  public int number() {
    return number;
  }

  public Trigger trigger() {
    return trigger;
  }

  public Set<Status> from() {
    return Collections.unmodifiableSet(from);
  }

  /** Where it leads a session. */
  public Status to(Status from, boolean resumable) {
    return to.status() == null ? from : to.sleeps() && !resumable ? EXIT : to.status();
  }

  /** Its detail, or the one that the trigger brings. */
  public @Nullable Detail detail(@Nullable Detail with) {
    return to.detail() == null ? with : to.detail();
  }

  /** Where it leads; null: nowhere else. */
  public @Nullable Status to() {
    return to.status();
  }

  /** With this detail; null: with none, or one that the trigger brings. */
  public @Nullable Detail detail() {
    return to.detail();
  }

  /** Whether a session that can't be resumed exits instead. */
  public boolean sleeps() {
    return to.sleeps();
  }

  public Entry entry() {
    return entry;
  }

  public Claim claim() {
    return claim;
  }
}
