package io.agentservice.remote.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process and its descendants; every call looks for new ones. A parent that ends between two
 * looks hides its children on Unix, not on Windows.
 */
final class Family {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

  private final ProcessNotes notes;

  /** In the order seen, so parents before their children. */
  private final Set<ProcessHandle> members = new LinkedHashSet<>();

  private volatile @Nullable SignalName sent;

  Family(ProcessHandle root, ProcessNotes notes) {
    this.notes = notes;
    members.add(root);
    notes.add(List.of(root));
  }

  /** The last signal that it was sent alive; null for none. */
  @Nullable SignalName sent() {
    return sent;
  }

  /** True while one of it lives. */
  boolean lives() {
    return !living().isEmpty();
  }

  /** Unix knows a gentle end; on Windows each of these is as hard as a kill. */
  void signal(SignalName signal) {
    var living = living();
    if (!living.isEmpty()) { // else it would be taken for what ended it
      sent = signal;
    }
    for (var member : living) {
      if (signal == SignalName.KILL) {
        member.destroyForcibly();
      } else {
        member.destroy();
      }
    }
  }

  /** Waits until none of the families lives; false when one still does at the limit. */
  static boolean awaitGone(Collection<Family> families, Duration limit) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (families.stream().anyMatch(Family::lives)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    return true;
  }

  /** Kills the families until no new members appear; false when some live at the limit. */
  static boolean kill(Collection<Family> families, Duration limit) {
    var deadline = System.nanoTime() + limit.toNanos();
    do {
      families.forEach(family -> family.signal(SignalName.KILL));
      if (awaitGone(families, LOOK_AGAIN.multipliedBy(4))) {
        return true;
      }
    } while (System.nanoTime() < deadline);
    return false;
  }

  private synchronized List<ProcessHandle> living() {
    var before = List.copyOf(members);
    var looked = new LinkedHashSet<ProcessHandle>();
    for (var member : before) {
      var alive = member.isAlive();
      if (!looked.contains(member)) { // else it came with an ancestor just now
        looked.addAll(alive ? member.descendants().toList() : leftBy(member));
      }
      if (!alive) { // its children were looked for a last time
        members.remove(member);
      }
    }
    looked.removeAll(before);
    members.addAll(looked);
    notes.add(looked);
    return members.stream().filter(ProcessHandle::isAlive).toList();
  }

  /** What a dead process started, where the system still tells; its pid may be another's by now. */
  private static List<ProcessHandle> leftBy(ProcessHandle dead) {
    var since = startOf(dead);
    return since == null || ProcessHandle.of(dead.pid()).isPresent()
        ? List.of()
        : dead.descendants().filter(child -> !isBefore(startOf(child), since)).toList();
  }

  private static boolean isBefore(@Nullable Instant start, Instant since) {
    return start == null || start.isBefore(since);
  }

  private static @Nullable Instant startOf(ProcessHandle handle) {
    return handle.info().startInstant().orElse(null);
  }
}
