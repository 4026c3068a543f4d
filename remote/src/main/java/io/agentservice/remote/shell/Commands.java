package io.agentservice.remote.shell;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.process.Processes;
import io.agentservice.remote.process.SignalName;
import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.ProgramSearch;
import io.agentservice.remote.program.SessionVariables;
import io.agentservice.remote.state.Journal;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToRemote.Input;
import io.agentservice.wire.frames.ToRemote.PtySize;
import io.agentservice.wire.frames.ToRemote.Resize;
import io.agentservice.wire.frames.ToRemote.Signal;
import io.agentservice.wire.frames.ToServer.Exited;
import io.agentservice.wire.frames.ToServer.Failed;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every command that the journal knows. An id is started at most once. */
public final class Commands {
  private static final int INPUT_LIMIT = 1 << 20;
  private static final String NO_TERMINAL = "there are no terminals on this machine";
  private static final Duration CONNECTION_LIMIT = Duration.ofSeconds(5);
  private static final Duration GENTLE = Duration.ofSeconds(1);
  private static final Duration HARD = Duration.ofSeconds(5);

  private final Journal journal;
  private final SessionVariables variables;
  private final Path directory;
  private final Processes processes;
  private final Map<String, Command> known = new ConcurrentHashMap<>();
  private final Map<String, Run> runs = new ConcurrentHashMap<>();
  private final Set<String> forgotten = Collections.newSetFromMap(new Newest());
  private volatile boolean ending;
  private volatile boolean warm;

  /** Ids of so many commands that it was told to forget are kept, so that none is run again. */
  private static final class Newest extends LinkedHashMap<String, Boolean> {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 10_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > MOST;
    }
  }

  private Commands(
      Journal journal, SessionVariables variables, Path directory, Processes processes) {
    this.processes = processes;
    this.journal = journal;
    this.variables = variables;
    this.directory = directory;
  }

  /** A command without an end counts as {@code LOST}, and what it left is killed. */
  public static Commands takeOver(Journal journal, SessionVariables variables, Path directory)
      throws IOException {
    var processes = MachineProcesses.choose(journal.stateDirectory());
    var commands = new Commands(journal, variables, directory, processes);
    for (var stored : journal.load()) {
      var end = stored.exit();
      if (end == null) {
        var size = Files.exists(stored.output()) ? Files.size(stored.output()) : 0;
        end = new Exited(stored.id(), Outcome.LOST, null, 0, size, false);
        journal.end(end);
        Log.warn("command " + stored.id() + " was lost with an earlier remote");
      }
      commands.known.put(stored.id(), Command.ended(stored.output(), end));
    }
    return commands;
  }

  /** Kills what an earlier remote of this session left running. */
  public void killLeftovers() {
    if (!processes.killLeftovers(variables.sessionId(), HARD)) {
      Log.warn("processes of an earlier remote could not be killed");
    }
  }

  /** Loads what the first command needs, so that it does not wait for it. */
  public synchronized void warmUp() {
    if (!warm) {
      processes.prepare();
      warm = true;
    }
  }

  /** True when commands can have a terminal on this machine. */
  public boolean haveTerminals() {
    return processes.haveTerminals();
  }

  /** The journal as the server wants to know it. */
  public List<JournalEntry> journal() {
    return known.values().stream()
        .map(command -> new JournalEntry(command.id(), command.end() == null))
        .toList();
  }

  public Optional<Command> find(String id) {
    return Optional.ofNullable(known.get(id));
  }

  /**
   * Starts the command unless its id is known; afterwards {@link #find} has it. One at a time: a
   * frame of the connection before may be carried out still.
   */
  public synchronized Optional<Failed> exec(Exec exec) {
    if (known.containsKey(exec.id())) {
      return Optional.empty();
    }
    if (forgotten.contains(exec.id())) {
      return failed(exec.id(), "unknown_command", "it has been run and forgotten");
    }
    var fault = faultOf(exec);
    if (fault == null && exec.pty() != null && !haveTerminals()) {
      fault = NO_TERMINAL;
    }
    if (fault != null || ending) {
      return failed(exec.id(), "invalid", fault == null ? "the session is ending" : fault);
    }
    warmUp();
    try {
      var command = Command.starting(exec.id(), journal.begin(exec));
      var run = new Run(exec, command, journal);
      known.put(exec.id(), command);
      runs.put(exec.id(), run);
      start(run, exec);
      return Optional.empty();
    } catch (IOException e) {
      return failed(exec.id(), "io", "journal: " + e.getMessage());
    }
  }

  private void start(Run run, Exec exec) {
    try {
      var environment = variables.of(exec.id(), exec.environment(), exec.pty() != null);
      var argv = exec.script() == null ? exec.argv() : scriptRunner(exec.id(), environment);
      run.start(processes, ProgramSearch.find(argv, exec.cwd(), directory, environment));
    } catch (NotStartedException e) {
      run.notStarted(e);
    } catch (RuntimeException | OutOfMemoryError e) { // a limit: open files, threads
      var program = exec.script() == null ? exec.argv().getFirst() : "the shell";
      run.notStarted(
          new NotStartedException("cannot start " + program + ": " + e.getMessage(), 126));
    }
  }

  private List<String> scriptRunner(String id, Map<String, String> environment)
      throws NotStartedException {
    return ProgramSearch.scriptRunner(journal.script(id), directory, environment);
  }

  /**
   * Opens a login shell for a person, waiting for the session's variables.
   *
   * @param size of its terminal; null for a shell fed by a pipe
   * @param type for {@code TERM}; empty for the default
   * @throws NotStartedException when it cannot be started, the session has no connection yet or is
   *     ending
   */
  public Terminal openTerminal(@Nullable PtySize size, String type, Terminal.Receiver receiver)
      throws NotStartedException {
    if (ending) {
      throw new NotStartedException("the session is ending", 126);
    }
    if (size != null && !haveTerminals()) {
      throw new NotStartedException(NO_TERMINAL + "; a script can be piped in", 126);
    }
    if (!variables.awaitSession(CONNECTION_LIMIT)) {
      throw new NotStartedException("the session has no connection yet; try again", 126);
    }
    warmUp();
    var id = "terminal-" + UUID.randomUUID();
    Map<String, String> own = size == null || type.isEmpty() ? Map.of() : Map.of("TERM", type);
    var environment = variables.of(id, own, size != null);
    var shell = ProgramSearch.loginShell(directory, environment);
    var terminal = Terminal.open(id, processes, shell, size, receiver);
    if (ending) { // begun meanwhile: its end may have missed this shell
      terminal.hangUp();
    }
    return terminal;
  }

  /**
   * Starts a program of the remote's own, such as the browser, outside the journal, on pipes, until
   * the session's end.
   *
   * @param id for {@code AGENT_COMMAND_ID}; its processes are found by it
   * @throws NotStartedException when it cannot be started, or the session is ending
   */
  public Terminal startProgram(
      String id, List<String> argv, Map<String, String> own, Terminal.Receiver receiver)
      throws NotStartedException {
    if (ending) {
      throw new NotStartedException("the session is ending", 126);
    }
    warmUp();
    var program = ProgramSearch.find(argv, null, directory, variables.of(id, own, false));
    var running = Terminal.open(id, processes, program, null, receiver);
    if (ending) { // begun meanwhile: its end may have missed this program
      running.kill();
    }
    return running;
  }

  private static @Nullable String faultOf(Exec exec) {
    var texts =
        Stream.of(
                exec.argv().stream(),
                Stream.ofNullable(exec.script()),
                exec.environment().keySet().stream(),
                exec.environment().values().stream())
            .flatMap(Function.identity());
    if (!Journal.isId(exec.id())) {
      return "not the id of a command";
    }
    if (exec.argv().isEmpty() == (exec.script() == null)) {
      return "argv or script, and not both";
    }
    if (texts.anyMatch(text -> text.indexOf('\0') >= 0)) {
      return "argv, script or environment contains NUL";
    }
    if (exec.environment().keySet().stream().anyMatch(k -> k.isEmpty() || k.contains("="))) {
      return "not the name of a variable";
    }
    return exec.timeoutMillis() < 0 || exec.from() < 0 ? "negative number" : null;
  }

  public Optional<Failed> input(Input input) {
    var run = runs.get(input.id());
    if (run == null) {
      return unknown(input.id());
    }
    try {
      var bytes = Base64.getDecoder().decode(input.data());
      if (bytes.length > INPUT_LIMIT) {
        return failed(input.id(), "too_large", "more than 1 MiB of input in one frame");
      }
      return run.input(bytes, input.end())
          ? Optional.empty()
          : failed(input.id(), "invalid", "the command takes no input (any more)");
    } catch (IllegalArgumentException e) {
      return failed(input.id(), "invalid", "data is not base64");
    }
  }

  public Optional<Failed> resize(Resize resize) {
    var run = runs.get(resize.id());
    if (run == null) {
      return unknown(resize.id());
    }
    var size = resize.pty();
    if (size.rows() < 1 || size.rows() > 1000 || size.columns() < 1 || size.columns() > 1000) {
      return failed(resize.id(), "invalid", "rows and columns are 1 to 1000");
    }
    return run.resize(size)
        ? Optional.empty()
        : failed(resize.id(), "invalid", "the command has no terminal (any more)");
  }

  /** Signals everything that the command started and that still lives. */
  public Optional<Failed> signal(Signal signal) {
    var run = runs.get(signal.id());
    var name = SignalName.ofFrame(signal.signal());
    if (run == null) {
      return unknown(signal.id());
    }
    if (name.isEmpty()) {
      return failed(signal.id(), "invalid", "signal is INT, TERM or KILL");
    }
    run.signal(name.get());
    return Optional.empty();
  }

  /** Drops ended commands from the journal. */
  public synchronized void forget(List<String> ids) {
    for (var id : ids) {
      var command = known.get(id);
      if (command != null && command.end() != null) {
        forgotten.add(id);
        known.remove(id);
        runs.remove(id);
        try {
          journal.forget(id);
        } catch (IOException e) {
          Log.warn("command " + id + " cannot be removed: " + e.getMessage());
        }
      }
    }
  }

  /** Requests to an ending remote stay unanswered: the session may go on elsewhere. */
  public boolean ending() {
    return ending;
  }

  /** Ends every process of the session and writes the ends down. May be called again. */
  public void endAll() {
    ending = true;
    if (!warm) { // nothing was ever started
      return;
    }
    var running = runs.values().stream().filter(run -> run.command().end() == null).toList();
    running.forEach(Run::markSignalled);
    if (!processes.endAll(GENTLE, HARD)) {
      Log.warn("some processes of the session could not be killed");
    }
    try {
      for (var run : running) {
        run.command().awaitEnd(HARD);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<Failed> unknown(String id) {
    return failed(id, "unknown_command", "no such command was started by this remote");
  }

  private static Optional<Failed> failed(String id, String code, String message) {
    return Optional.of(new Failed(id, code, message));
  }
}
