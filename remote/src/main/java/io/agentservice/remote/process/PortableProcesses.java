package io.agentservice.remote.process;

import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Processes by Java's API, for Windows: pipes only, and a watched {@link Family}. */
public final class PortableProcesses implements Processes {
  private static final Duration FIRST_LOOK = Duration.ofMillis(20);
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private final ProcessNotes notes;
  private final Set<Family> families = ConcurrentHashMap.newKeySet();

  public PortableProcesses(Path stateDirectory) {
    this.notes = new ProcessNotes(stateDirectory);
  }

  @Override
  public boolean haveTerminals() {
    return false;
  }

  @Override
  public void prepare() {
    // Nothing that would be worth it.
  }

  @Override
  public Started start(String commandId, Program program, boolean stdin, @Nullable PtySize terminal)
      throws NotStartedException {
    if (terminal != null) {
      throw new NotStartedException("no terminal to be had", 126);
    }
    var words = new ArrayList<>(program.argv());
    words.set(0, program.path().toString());
    var builder =
        new ProcessBuilder(words).directory(program.directory().toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    try {
      var process = builder.start();
      var family = new Family(process.toHandle(), notes);
      families.add(family);
      Thread.ofVirtual().name("family " + commandId).start(() -> follow(family));
      var started = new PortableProcess(process, family, stdin);
      if (!stdin) {
        started.closeInput();
      }
      return started;
    } catch (IOException e) {
      var missing = !Files.exists(program.path());
      var reason = missing ? "no such file" : "the system refuses it";
      throw new NotStartedException(
          "cannot start " + program.path() + ": " + reason, missing ? 127 : 126);
    }
  }

  /** Looks often while a command is young: that is when it starts what will outlive it. */
  private void follow(Family family) {
    try {
      var pause = FIRST_LOOK;
      while (family.lives()) {
        Thread.sleep(pause);
        pause = pause.multipliedBy(2);
        pause = pause.compareTo(LAST_LOOK) < 0 ? pause : LAST_LOOK;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      families.remove(family);
    }
  }

  @Override
  public boolean killLeftovers(String sessionId, Duration limit) {
    return Family.kill(
        notes.takeOver().stream().map(handle -> new Family(handle, notes)).toList(), limit);
  }

  @Override
  public boolean endAll(Duration gentle, Duration hard) {
    families.forEach(family -> family.signal(SignalName.TERM));
    Family.awaitGone(families, gentle);
    return Family.kill(families, hard);
  }
}
