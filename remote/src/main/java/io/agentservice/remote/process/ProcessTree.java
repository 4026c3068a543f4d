package io.agentservice.remote.process;

import io.agentservice.remote.program.SessionVariables;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds and ends all that commands started, whatever group or session it moved to. */
final class ProcessTree {
  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  private ProcessTree() {}

  /** Every descendant of the remote. */
  static Set<ProcessRow> ofRemote() {
    var all = ProcessRow.all();
    return withDescendants(all, row -> row.parent() == SELF);
  }

  /**
   * A command's living processes: descendants, POSIX session, and orphans with its id in their
   * environment. {@code pid} is 0 unless surely its own.
   */
  static Set<ProcessRow> ofCommand(int pid, String commandId) {
    var all = ProcessRow.all();
    var ours = withDescendants(all, row -> row.parent() == SELF);
    return withDescendants(
        List.copyOf(ours),
        row ->
            (pid != 0 && (row.pid() == pid || row.session() == pid))
                || (row.parent() == SELF && row.hasVariable(SessionVariables.COMMAND, commandId)));
  }

  /** What an earlier remote of the session left running; found by the environment. */
  static Set<ProcessRow> leftOf(String sessionId) {
    var all = ProcessRow.all();
    var kept = new HashSet<Integer>(Set.of(SELF));
    ProcessHandle.current().parent().ifPresent(parent -> kept.add((int) parent.pid()));
    return withDescendants(
        all.stream().filter(row -> !kept.contains(row.pid())).toList(),
        row -> row.hasVariable(SessionVariables.SESSION, sessionId));
  }

  /** In their order: a script whose command ended before it would go on with the next one. */
  static void signal(Set<ProcessRow> processes, int signal) {
    processes.forEach(process -> Posix.kill(process.pid(), signal));
  }

  /**
   * Stops the processes until no new ones appear, so that none can fork away, then kills them; true
   * when all were gone in time.
   */
  static boolean kill(Supplier<Set<ProcessRow>> members, Duration limit) {
    var deadline = System.nanoTime() + limit.toNanos();
    var stopped = new HashSet<ProcessRow>();
    while (System.nanoTime() < deadline) {
      var present = members.get();
      var fresh = present.stream().filter(row -> !stopped.contains(row)).toList();
      if (present.isEmpty()) {
        return true;
      }
      if (fresh.isEmpty()) {
        signal(present, SignalName.KILL.number());
        awaitGone(() -> gone(present), LOOK_AGAIN.multipliedBy(20));
        stopped.clear();
      } else {
        fresh.forEach(row -> Posix.kill(row.pid(), Posix.SIGSTOP));
        stopped.addAll(fresh);
      }
    }
    return members.get().isEmpty();
  }

  /** Waits for a condition, looking again every few milliseconds. */
  static boolean awaitGone(Supplier<Boolean> gone, Duration limit) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (!gone.get()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    return true;
  }

  private static boolean gone(Set<ProcessRow> processes) {
    return processes.stream()
        .noneMatch(row -> ProcessRow.of(row.pid()).filter(row::isSameAs).isPresent());
  }

  /** Parents before their children. */
  private static Set<ProcessRow> withDescendants(
      List<ProcessRow> all, Predicate<ProcessRow> isRoot) {
    var byParent = all.stream().collect(Collectors.groupingBy(ProcessRow::parent));
    var found = new LinkedHashSet<ProcessRow>();
    var next = new ArrayDeque<>(all.stream().filter(isRoot).toList());
    while (!next.isEmpty()) {
      var row = next.remove();
      if (found.add(row)) {
        next.addAll(byParent.getOrDefault(row.pid(), List.of()));
      }
    }
    return found;
  }
}
