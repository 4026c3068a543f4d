package io.agentservice.remote.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.agentservice.remote.program.NotStartedException;
import io.agentservice.remote.program.Program;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes by {@code posix_spawn} (a JVM must not fork), each in its own session, with
 * default signals and no descriptor of ours. {@link Children} holds its lock meanwhile.
 */
final class Spawner {
  private static final int OPAQUE_BYTES = 512; // larger than any posix_spawn or signal set type
  private static final short FLAGS = // SETSIGDEF | SETSIGMASK | SETSID (| CLOEXEC_DEFAULT)
      (short) (0x04 | 0x08 | (Posix.MAC ? 0x0400 | 0x4000 : 0x80));
  private static final int O_RDWR = 2;
  private static final int O_NOCTTY = Posix.MAC ? 0x20000 : 0x100;
  private static final long TIOCSWINSZ = Posix.MAC ? 0x80087467L : 0x5414L;

  private static final MethodHandle SPAWN =
      Posix.function("posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle ATTR_INIT = Posix.function("posix_spawnattr_init", ADDRESS);
  private static final MethodHandle ATTR_FLAGS =
      Posix.function("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
  private static final MethodHandle ATTR_DEFAULTS =
      Posix.function("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);
  private static final MethodHandle ATTR_MASK =
      Posix.function("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
  private static final MethodHandle ATTR_DESTROY =
      Posix.function("posix_spawnattr_destroy", ADDRESS);
  private static final MethodHandle EMPTY_SET = Posix.function("sigemptyset", ADDRESS);
  private static final MethodHandle FULL_SET = Posix.function("sigfillset", ADDRESS);
  private static final MethodHandle ACTIONS_INIT =
      Posix.function("posix_spawn_file_actions_init", ADDRESS);
  private static final MethodHandle ACTIONS_DESTROY =
      Posix.function("posix_spawn_file_actions_destroy", ADDRESS);
  private static final MethodHandle ADD_OPEN =
      Posix.function(
          "posix_spawn_file_actions_addopen", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_SHORT);
  private static final MethodHandle ADD_DUP =
      Posix.function("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle ADD_CLOSE =
      Posix.function("posix_spawn_file_actions_addclose", ADDRESS, JAVA_INT);
  private static final MethodHandle ADD_CHDIR =
      Posix.function("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
  private static final @Nullable MethodHandle ADD_CLOSE_FROM = // glibc 2.34
      Posix.exists("posix_spawn_file_actions_addclosefrom_np")
          ? Posix.function("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT)
          : null;

  private static final MethodHandle OPEN_PT = Posix.function("posix_openpt", JAVA_INT);
  private static final MethodHandle GRANT_PT = Posix.function("grantpt", JAVA_INT);
  private static final MethodHandle UNLOCK_PT = Posix.function("unlockpt", JAVA_INT);
  private static final MethodHandle PTS_NAME =
      Posix.link("ptsname", FunctionDescriptor.of(ADDRESS, JAVA_INT));
  private static final MethodHandle IOCTL =
      Posix.link(
          "ioctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.firstVariadicArg(2));

  private Spawner() {}

  /** Links the functions, which takes longer than starting a process. */
  static void prepare() {
    // Loading this class does it.
  }

  /** The descriptors of its output and input; input is -1 for none. */
  record Spawned(int pid, int output, int input) {}

  /** Starts a program with pipes. */
  static Spawned withPipes(Program program, boolean stdin) throws NotStartedException {
    var out = new int[] {-1, -1};
    var in = new int[] {-1, -1};
    var started = false;
    try (var arena = Arena.ofConfined()) {
      out = Posix.pipe();
      in = stdin ? Posix.pipe() : in;
      var actions = new Actions(arena);
      if (stdin) {
        actions.duplicate(in[0], 0);
      } else {
        actions.open(0, "/dev/null");
      }
      actions.duplicate(out[1], 1);
      var pid = spawn(arena, program, actions);
      started = true;
      return new Spawned(pid, out[0], in[1]);
    } finally {
      close(out[1]);
      close(in[0]);
      if (!started) {
        close(out[0]);
        close(in[1]);
      }
    }
  }

  /** Starts a program on a terminal of its own, its controlling terminal. */
  static Spawned withTerminal(Program program, PtySize size) throws NotStartedException {
    var master = -1;
    try (var arena = Arena.ofConfined()) {
      master = (int) OPEN_PT.invokeExact(O_RDWR | O_NOCTTY);
      if (master < 0
          || (int) GRANT_PT.invokeExact(master) != 0
          || (int) UNLOCK_PT.invokeExact(master) != 0) {
        throw new NotStartedException("no terminal to be had", 126);
      }
      var slave = (MemorySegment) PTS_NAME.invokeExact(master);
      var actions = new Actions(arena);
      actions.open(0, Posix.text(slave)); // after setsid: the controlling one
      actions.duplicate(0, 1);
      resize(master, size);
      var pid = spawn(arena, program, actions);
      return new Spawned(pid, master, Posix.duplicate(master));
    } catch (NotStartedException e) {
      close(master);
      throw e;
    } catch (Throwable e) {
      close(master);
      throw Posix.unexpected(e);
    }
  }

  static void resize(int terminal, PtySize size) {
    try (var arena = Arena.ofConfined()) {
      var window = arena.allocate(JAVA_SHORT, 4);
      window.setAtIndex(JAVA_SHORT, 0, (short) size.rows());
      window.setAtIndex(JAVA_SHORT, 1, (short) size.columns());
      int ignored = (int) IOCTL.invokeExact(terminal, TIOCSWINSZ, window);
    } catch (Throwable e) {
      throw Posix.unexpected(e);
    }
  }

  private static void close(int descriptor) {
    if (descriptor >= 0) {
      Posix.close(descriptor);
    }
  }

  private static int spawn(Arena arena, Program program, Actions actions)
      throws NotStartedException {
    actions.duplicate(1, 2);
    actions.changeDirectory(program.directory());
    actions.closeOthers();
    var environment =
        program.environment().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue());
    var attributes = arena.allocate(OPAQUE_BYTES, 16);
    var signals = arena.allocate(OPAQUE_BYTES, 16);
    var pid = arena.allocate(JAVA_INT);
    try {
      check((int) ATTR_INIT.invokeExact(attributes));
      check((int) ATTR_FLAGS.invokeExact(attributes, FLAGS));
      check((int) FULL_SET.invokeExact(signals));
      check((int) ATTR_DEFAULTS.invokeExact(attributes, signals));
      check((int) EMPTY_SET.invokeExact(signals));
      check((int) ATTR_MASK.invokeExact(attributes, signals));
      var path = arena.allocateFrom(program.path().toString());
      var argv = texts(arena, program.argv());
      var envp = texts(arena, environment.toList());
      var error = (int) SPAWN.invokeExact(pid, path, actions.segment, attributes, argv, envp);
      check((int) ATTR_DESTROY.invokeExact(attributes));
      actions.destroy();
      if (error != 0) {
        throw new NotStartedException(
            "cannot start " + program.path() + ": " + Posix.errorText(error),
            error == Posix.ENOENT ? 127 : 126);
      }
      return pid.get(JAVA_INT, 0);
    } catch (NotStartedException e) {
      throw e;
    } catch (Throwable e) {
      throw Posix.unexpected(e);
    }
  }

  private static MemorySegment texts(Arena arena, List<String> texts) {
    var array = arena.allocate(ADDRESS, texts.size() + 1L); // zeroed: ends with NULL
    for (var i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }

  private static void check(int error) {
    if (error != 0) {
      throw new IllegalStateException("posix_spawn set-up: " + Posix.errorText(error));
    }
  }

  /** What the child does with its descriptors, in order. */
  private static final class Actions {
    private final Arena arena;
    private final MemorySegment segment;

    Actions(Arena arena) {
      this.arena = arena;
      this.segment = arena.allocate(OPAQUE_BYTES, 16);
      run(() -> (int) ACTIONS_INIT.invokeExact(segment));
    }

    void open(int descriptor, String path) {
      var text = arena.allocateFrom(path);
      run(() -> (int) ADD_OPEN.invokeExact(segment, descriptor, text, O_RDWR, (short) 0));
    }

    void duplicate(int from, int to) {
      run(() -> (int) ADD_DUP.invokeExact(segment, from, to));
    }

    void changeDirectory(Path directory) {
      var text = arena.allocateFrom(directory.toString());
      run(() -> (int) ADD_CHDIR.invokeExact(segment, text));
    }

    void closeOthers() {
      var closeFrom = ADD_CLOSE_FROM;
      if (closeFrom != null) {
        run(() -> (int) closeFrom.invokeExact(segment, 3));
      } else if (!Posix.MAC) { // macOS closes them by a flag
        openDescriptors().forEach(fd -> run(() -> (int) ADD_CLOSE.invokeExact(segment, (int) fd)));
      }
    }

    void destroy() {
      run(() -> (int) ACTIONS_DESTROY.invokeExact(segment));
    }

    private static List<Integer> openDescriptors() {
      try (var names = Files.list(Path.of("/proc/self/fd"))) {
        return names
            .map(name -> Integer.parseInt(name.getFileName().toString()))
            .filter(fd -> fd > 2)
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void run(Call call) {
      try {
        check(call.run());
      } catch (Throwable e) {
        throw Posix.unexpected(e);
      }
    }

    private interface Call {
      int run() throws Throwable;
    }
  }
}
