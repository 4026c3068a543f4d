package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.TransitionSql.Clock;
import io.agentservice.server.engine.lifecycle.TransitionSql.Placed;
import io.agentservice.server.engine.lifecycle.TransitionSql.Standing;
import io.agentservice.server.engine.lifecycle.TransitionSql.Verdict;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.queue.Entry.Kind;
import io.agentservice.server.engine.queue.EntryChange;
import io.agentservice.server.engine.queue.EntryChange.Deadline;
import io.agentservice.server.engine.queue.FreshEntry;
import io.agentservice.server.engine.queue.Place;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A locked session and entry: methods carry rows of {@link Transition} out in memory. */
public final class LockedSession {
  private final LockSql.Session session;
  private final EntryPlan entry;
  private final int maxDeliveries;
  private final SessionNotes notes;

  private Status status;
  private @Nullable Detail detail;
  private @Nullable Detail prior;
  private long epoch;
  private long connection;
  private int failures;
  private boolean archived;
  private Clock machineClock = Clock.GO_ON;
  private Clock idleClock = Clock.GO_ON;
  private @Nullable Placed placed;
  private @Nullable Verdict verdict;
  private boolean changed;
  private boolean revoked;
  private boolean over;

  /** {@code maxDeliveries}: claims without a machine until it gives up; 0: it never does. */
  LockedSession(LockSql.Session session, LockSql.@Nullable Entry entry, int maxDeliveries) {
    this.session = session;
    this.notes = new SessionNotes(session);
    this.entry = new EntryPlan(entry);
    this.maxDeliveries = maxDeliveries;
    status = session.status();
    detail = session.detail();
    prior = session.priorDetail();
    epoch = session.epoch();
    connection = session.connection();
    failures = session.failures();
    archived = session.isArchived();
  }

  public SessionId id() {
    return session.id();
  }

  public AccountId account() {
    return session.account();
  }

  public OrgId org() {
    return session.org();
  }

  public Status status() {
    return status;
  }

  /** Under which its worker may write. */
  public long epoch() {
    return epoch;
  }

  /** The number of the connection that counts. */
  public long connection() {
    return connection;
  }

  public boolean archived() {
    return archived;
  }

  /** Whether the queue has a living entry of it. */
  public boolean isQueued() {
    return entry.isThere();
  }

  public boolean isClaimed() {
    return entry.isClaimed();
  }

  public boolean isHeldBy(String acceptor) {
    return entry.isClaimed() && acceptor.equals(entry.acceptorId());
  }

  /** Claimed, but the deadline has passed and the lapse was not applied yet. */
  public boolean lapsed() {
    return entry.lapsed() && !revoked;
  }

  /** Whether there is something to write. */
  public boolean changed() {
    return changed || entry.changed() || !notes.audits().isEmpty();
  }

  boolean isResting() {
    return status == Status.RESUMING || (status == Status.RUNNING && detail != Detail.WORKING);
  }

  LockSql.Session stored() {
    return session;
  }

  LockSql.@Nullable Entry storedEntry() {
    return entry.stored();
  }

  /** Rows 5, 6 and, when it is claimed already, 34. */
  public void claim(String acceptor, Caller caller) {
    if (entry.isClaimed()) {
      extend(Deadline.EXTENDED);
      return;
    }
    entry.holder(acceptor);
    go(Trigger.CLAIM, null);
    notes.audit(caller, "claim_session", "acceptor_id", acceptor);
  }

  /** Rows 26 to 31: the claim is given back by its holder. */
  public void release(Caller caller) {
    unclaim(caller, "release_session");
  }

  /** The same because its deadline has passed. */
  public void lapse() {
    unclaim(null, "lapse_claim");
    machineClock = machineClock == Clock.STOP ? Clock.CUT : machineClock;
  }

  private void unclaim(@Nullable Caller caller, String action) {
    notes.audit(caller, action, "acceptor_id", String.valueOf(entry.acceptorId()));
    boolean inVain = status == Status.CLAIMED || status == Status.RESUMING;
    failures += inVain ? 1 : 0;
    if (inVain && maxDeliveries > 0 && failures >= maxDeliveries) {
      failures = 0;
      error("no_machine", "No machine connected after several claims");
      go(Trigger.GIVE_UP, null);
    } else {
      entry.kind(kind());
      go(Trigger.UNCLAIM, null);
    }
  }

  /** Row 7 or 34; answers the connection's number. {@code messagesWait}: there is work. */
  long connect(boolean messagesWait) {
    if (status == Status.RUNNING) {
      extend(Deadline.EXTENDED);
    } else {
      go(Trigger.CONNECT, messagesWait || prior == null ? Detail.WORKING : prior);
    }
    failures = 0;
    connection++;
    machineClock = Clock.START;
    changed = true;
    return connection;
  }

  /** Row 34: the connection is lost; the claim ends in the grace time unless it comes back. */
  void disconnect() {
    if (status == Status.RUNNING) {
      machineClock = Clock.STOP;
      changed = true;
    }
    if (entry.isClaimed()) {
      extend(Deadline.GRACE);
    }
  }

  /** Row 34: another deadline. */
  void extend(Deadline to) {
    entry.deadline(to);
    go(Trigger.EXTEND, null);
  }

  /** Rows 8 to 10: the agent rests, and the idle clock runs. */
  void rest(Trigger trigger) {
    go(trigger, null);
    idleClock = Clock.START;
    changed = true;
  }

  /** Rows 12 to 14; {@code found}: the place of a sleeping session, or null. */
  public void message(@Nullable Place found) {
    int told = notes.events().size();
    work(Trigger.MESSAGE, found);
    if (notes.events().size() == told) {
      log("message_queued", Map.of());
    }
  }

  /** Row 11; of a session that does not run, as a message: rows 13, 14. */
  public void answer(@Nullable Place found) {
    work(status == Status.RUNNING ? Trigger.ANSWER : Trigger.MESSAGE, found);
  }

  private void work(Trigger trigger, @Nullable Place found) {
    if (status == Status.SUSPENDED) {
      queueAt(found, Kind.RESUME);
      archived = false;
      error(null, null);
    }
    go(trigger, null);
    idleClock = Clock.STOP;
    prior = Detail.WORKING;
  }

  /** Row 37, and what ends row 38: on without a message; {@code found} as above. */
  public void resume(@Nullable Place found, boolean messagesWait, @Nullable Caller caller) {
    var before = prior;
    work(Trigger.RESUME, found);
    if (!messagesWait && before != null && before != Detail.WORKING) {
      restAgain(before);
    }
    audit(caller, "resume_session", Map.of("session_id", id().value()));
  }

  /** Rows 8, 9, 37: its agent has nothing to do, and rests as before, now or once it is awake. */
  public void restAgain(Detail as) {
    if (status == Status.RUNNING) {
      go(as == Detail.FINISHED ? Trigger.FINISH : Trigger.ASK, null);
    }
    prior = as;
    idleClock = Clock.START;
    changed = true;
  }

  /** Row 35; false when the agent does not work. {@code messagesWait}: it goes on with them. */
  public boolean interrupt(boolean messagesWait, Caller caller) {
    if (status != Status.RUNNING || detail != Detail.WORKING) {
      return false;
    }
    log(EventLog.INTERRUPT, Map.of());
    go(Trigger.INTERRUPT, messagesWait ? Detail.WORKING : Detail.WAITING_FOR_USER);
    idleClock = messagesWait ? Clock.STOP : Clock.START;
    audit(caller, "interrupt_session", Map.of("session_id", id().value()));
    return true;
  }

  /** Rows 3, 17, 18, 19, 25, 36, 38: to sleep, or to the end when it can't be resumed. */
  public void sleep(Trigger trigger, Detail why, @Nullable Caller caller) {
    go(trigger, why);
    if (status.ended()) {
      notes.audit(caller, "terminate_session", "archived", false);
    } else if (trigger != Trigger.CREATE_AT_LIMIT) {
      notes.audit(caller, "sleep_session", "reason", why.name().toLowerCase(Locale.ROOT));
    }
  }

  /** Rows 22, 23, 33; {@code caller} null: the service does it by itself. */
  public void terminate(Trigger how, @Nullable Caller caller, boolean alsoArchived) {
    if (!status.ended()) {
      notes.audit(caller, "terminate_session", "archived", alsoArchived);
    }
    go(how, null);
  }

  /** Row 24. */
  void fail(String code, String message) {
    error(code, message);
    go(Trigger.FAIL, null);
    notes.audit(null, "terminate_session", "code", code);
  }

  /** What went wrong; nulls when all is well again. */
  void error(@Nullable String code, @Nullable String message) {
    verdict = new Verdict(code, message);
    changed = true;
  }

  /** Rows 20, 21: out of sight when it is at rest, or back. */
  public void archive(boolean hidden) {
    go(hidden ? Trigger.ARCHIVE : Trigger.UNARCHIVE, null);
    changed |= archived != hidden;
    archived = hidden;
  }

  /** Rows 1, 4: into a queue. Row 32, {@code EVICT}: off its outpost, which may be to none. */
  public void place(Trigger how, @Nullable Place found) {
    queueAt(found, kind());
    go(how, null);
  }

  private void queueAt(@Nullable Place found, Kind kind) {
    placed = new Placed(found == null ? null : found.outpostId());
    entry.place(found, kind).ifPresent(why -> log("network_policy", Map.of("text", why)));
    changed = true;
  }

  private Kind kind() {
    return session.hasConnected() || status == Status.RESUMING ? Kind.RESUME : Kind.NEW;
  }

  /** For the repair of what can't be: the entry is to show the session's state, or to go. */
  void settle(boolean gone) {
    entry.become(gone ? Transition.Entry.REMOVED : Transition.Entry.EXTENDED);
  }

  /** Carries the row of the table out. */
  private void go(Trigger trigger, @Nullable Detail with) {
    var row = Transition.of(trigger, status);
    var to = row.to(status, session.host().resumable());
    var next =
        row.to() == null
            ? detail
            : to == Status.EXIT ? Detail.atExit(status, detail, prior) : row.detail(with);
    epoch += row.claim().fences() ? 1 : 0;
    revoked |= row.claim().revokes();
    over |= row.claim() == Transition.Claim.OVER;
    change(to, next);
    entry.become(row.entry());
    changed |= row.claim().fences();
  }

  /** Machine time is the time in {@code RUNNING}: whatever leads out of it stops the clock. */
  private void change(Status to, @Nullable Detail next) {
    if (status == Status.RUNNING) {
      prior = detail;
      machineClock = to == Status.RUNNING ? machineClock : Clock.STOP;
    }
    idleClock = to.atRest() ? Clock.STOP : idleClock;
    changed |= to != status || next != detail;
    if (to.shown() != status.shown() || next != detail) {
      notes.status(epoch, to, next);
    }
    status = to;
    detail = next;
  }

  /** Appends to the session's log. */
  public void log(String type, Map<String, ? extends @Nullable Object> data) {
    notes.log(epoch, type, data);
    changed = true;
  }

  /** A record for the audit log; {@code caller} null: the service did it by itself. */
  public void audit(@Nullable Caller caller, String action, Map<String, ?> data) {
    notes.audit(caller, action, data);
  }

  SessionNotes notes() {
    return notes;
  }

  /** Whether its claim was taken away; also when another has begun since. */
  boolean revoked() {
    return revoked;
  }

  boolean over() {
    return over;
  }

  /** What is written to the session; null when nothing is. */
  TransitionSql.@Nullable Change sessionChange() {
    return changed
        ? new TransitionSql.Change(
            id(),
            new Standing(status, detail, prior),
            epoch,
            connection,
            failures,
            connection > session.connection(),
            machineClock,
            idleClock,
            archived,
            placed,
            verdict,
            notes.events().size())
        : null;
  }

  @Nullable EntryChange entryChange() {
    return entry.change(session, status);
  }

  @Nullable FreshEntry freshEntry() {
    return entry.fresh(session);
  }
}
