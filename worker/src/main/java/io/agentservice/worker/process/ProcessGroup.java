package io.agentservice.worker.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keeps together what a remote started: setsid (perl on macOS) makes it leader of a session, {@code
 * sh} signals its group. What left the group is found by its living parents.
 */
final class ProcessGroup {
  private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");
  private static final int SWEEPS = 5;

  private ProcessGroup() {}

  /**
   * How to start a process as leader of its own group.
   *
   * @param prefix words before the command; the pid stays the command's. What cannot be started
   *     exits with 126 or 127
   * @param own false when this machine has no means for it
   */
  record Leader(List<String> prefix, boolean own) {}

  static Leader leader() {
    for (var setsid : List.of("/usr/bin/setsid", "/bin/setsid")) {
      if (Files.isExecutable(Path.of(setsid))) {
        return new Leader(List.of(setsid), true);
      }
    }
    var perl = "/usr/bin/perl";
    return !WINDOWS && Files.isExecutable(Path.of(perl))
        ? new Leader(
            List.of(perl, "-MPOSIX", "-e", "POSIX::setsid(); exec {$ARGV[0]} @ARGV or exit 126"),
            true)
        : new Leader(List.of(), false);
  }

  /** Standard input for a process that gets none. */
  static Redirect nothing() {
    return Redirect.from(new File(WINDOWS ? "NUL" : "/dev/null"));
  }

  /** The process and all that descends from it now. */
  static List<ProcessHandle> family(RemotePid leader) {
    var family = new ArrayList<ProcessHandle>();
    if (ProcessStart.alive(leader.pid(), leader.start())) {
      ProcessHandle.of(leader.pid())
          .ifPresent(handle -> {
            family.add(handle);
            handle.descendants().forEach(family::add);
          });
    }
    return family;
  }

  /** The remote itself, which may be behind bubblewrap: that passes no signal on. */
  static Optional<ProcessHandle> remote(RemotePid leader) {
    return ProcessHandle.of(leader.pid())
        .map(handle ->
            ProcessStart.isNamed(leader.pid(), "bwrap")
                ? handle.children().findFirst().orElse(handle)
                : handle);
  }

  /** Kills the process, its descendants and its group. */
  static void killAll(RemotePid leader) {
    var known = new LinkedHashSet<ProcessHandle>(family(leader));
    // Descendants may fork while they are being killed; a few rounds find those too.
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      var young = new ArrayList<ProcessHandle>();
      known.forEach(handle -> handle.descendants().forEach(young::add));
      known.forEach(ProcessHandle::destroyForcibly);
      if (!known.addAll(young)) {
        break;
      }
    }
    signalGroup(leader);
  }

  /** Kills what a dead process left behind. */
  static void killLeftOvers(RemotePid leader, List<ProcessHandle> family) {
    family.forEach(ProcessHandle::destroyForcibly);
    signalGroup(leader);
  }

  private static void signalGroup(RemotePid leader) {
    if (!leader.leadsGroup() || leader.pid() <= 1) {
      return;
    }
    try {
      var builder = new ProcessBuilder("/bin/sh", "-c", "kill -s KILL -- -" + leader.pid());
      builder.environment().clear(); // ours holds the worker's token
      var kill = builder.redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
      if (!kill.waitFor(5, TimeUnit.SECONDS)) {
        kill.destroyForcibly();
      }
    } catch (IOException _) {
      // No shell: the descendants were ended one by one.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
