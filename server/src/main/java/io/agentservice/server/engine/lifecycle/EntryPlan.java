package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Transition;
import io.agentservice.server.engine.queue.Entry.Kind;
import io.agentservice.server.engine.queue.Entry.Phase;
import io.agentservice.server.engine.queue.EntryChange;
import io.agentservice.server.engine.queue.EntryChange.Deadline;
import io.agentservice.server.engine.queue.FreshEntry;
import io.agentservice.server.engine.queue.Place;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What becomes of a session's entry in the queue, be there one or not. */
final class EntryPlan {
  private static final String UNENFORCED =
      "Waits for a machine that enforces its network policy: whose worker has walls (--sandbox), or was"
          + " started with AGENT_ALLOW_UNENFORCED_POLICY=true. Others leave it.";

  private final LockSql.@Nullable Entry stored;
  private Phase phase = Phase.PENDING;
  private @Nullable String acceptorId;
  private Kind kind = Kind.NEW;
  private Deadline deadline = Deadline.KEPT;
  private @Nullable Place place;
  private boolean there;
  private boolean changed;

  /** {@code stored} null: the queue has none, not even a tombstone. */
  EntryPlan(LockSql.@Nullable Entry stored) {
    this.stored = stored == null || stored.removed() ? null : stored;
    if (this.stored != null) {
      phase = this.stored.phase();
      acceptorId = this.stored.acceptorId();
      kind = this.stored.kind();
      there = true;
    }
  }

  /** The entry as it was locked; null without a living one. */
  LockSql.@Nullable Entry stored() {
    return stored;
  }

  /** Whether its claim had run out when it was locked. */
  boolean lapsed() {
    return stored != null && stored.lapsed();
  }

  boolean isThere() {
    return there;
  }

  boolean isClaimed() {
    return there && phase == Phase.CLAIMED;
  }

  @Nullable String acceptorId() {
    return acceptorId;
  }

  boolean changed() {
    return changed;
  }

  /** Who is to hold it. */
  void holder(String acceptor) {
    acceptorId = acceptor;
  }

  void kind(Kind is) {
    kind = is;
  }

  /** How long it is held from now on, while it is. */
  void deadline(Deadline is) {
    deadline = is;
  }

  /** A fresh entry's outpost, or null; answers why it may wait there for long, if known. */
  Optional<String> place(@Nullable Place found, Kind is) {
    place = found;
    kind = is;
    return found != null && found.restrictsNetwork() ? Optional.of(UNENFORCED) : Optional.empty();
  }

  void become(Transition.Entry what) {
    switch (what) {
      case UNCHANGED -> {}
      case QUEUED -> {
        unhold();
        there = place != null;
      }
      case CLAIMED -> {
        phase = Phase.CLAIMED;
        deadline = Deadline.EXTENDED;
      }
      case SERVED -> deadline = Deadline.EXTENDED;
      case LEFT -> there &= phase == Phase.CLAIMED;
      case PENDING -> unhold();
      case REMOVED -> there = false;
      case EXTENDED -> {}
    }
    changed |= what != Transition.Entry.UNCHANGED;
  }

  private void unhold() {
    phase = Phase.PENDING;
    acceptorId = null;
  }

  /** The fresh entry that takes the place of whatever was there; null when there is none. */
  @Nullable FreshEntry fresh(LockSql.Session of) {
    return changed && there && place != null
        ? new FreshEntry(of.account(), of.id(), place, kind)
        : null;
  }

  @Nullable EntryChange change(LockSql.Session of, Status status) {
    if (!changed || stored == null || fresh(of) != null) {
      return null;
    }
    boolean held = isClaimed();
    return new EntryChange(
        of.account(),
        of.id(),
        held ? Phase.CLAIMED : Phase.PENDING,
        held ? acceptorId : null,
        kind,
        status.entryState(),
        deadline,
        !there);
  }
}
