package io.agentservice.remote.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.agentservice.remote.base.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** Calls of the C library that Java lacks; an error number comes back negated where it matters. */
final class Posix {
  static final boolean MAC = Platform.CURRENT == Platform.MACOS;

  static final int SIGSTOP = MAC ? 17 : 19;

  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int ECHILD = 10;

  private static final int PR_SET_DUMPABLE = 4;
  private static final int PR_SET_CHILD_SUBREAPER = 36;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout ERRNO_LAYOUT = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO_VALUE =
      ERRNO_LAYOUT.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle KILL = function("kill", JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE = function("close", JAVA_INT);
  private static final MethodHandle DUP = function("dup", JAVA_INT);
  private static final MethodHandle PIPE = function("pipe", ADDRESS);
  private static final MethodHandle STRERROR =
      link("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));
  private static final MethodHandle WAITPID =
      link("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT), ERRNO);
  private static final MethodHandle READ =
      link("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), ERRNO);
  private static final MethodHandle WRITE =
      link("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), ERRNO);

  private Posix() {}

  /** Where a call leaves its error number; one per thread that calls. */
  static MemorySegment errnoIn(Arena arena) {
    return arena.allocate(ERRNO_LAYOUT);
  }

  @SuppressWarnings("restricted") // calling C is what this class is for
  static MethodHandle link(String name, FunctionDescriptor type, Linker.Option... options) {
    var address = LINKER.defaultLookup().findOrThrow(name);
    return LINKER.downcallHandle(address, type, options);
  }

  /** A function that returns int. */
  static MethodHandle function(String name, MemoryLayout... arguments) {
    return link(name, FunctionDescriptor.of(JAVA_INT, arguments));
  }

  static boolean exists(String name) {
    return LINKER.defaultLookup().find(name).isPresent();
  }

  /**
   * Adopts the orphans of our commands, to find and kill them, and hides our memory and environment
   * from other processes of the user. Linux only.
   */
  static void adoptOrphansAndHide() {
    if (!Files.exists(Path.of("/proc/self/stat"))) {
      return;
    }
    var prctl =
        link(
            "prctl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    try {
      var adopts = (int) prctl.invokeExact(PR_SET_CHILD_SUBREAPER, 1L);
      var hides = (int) prctl.invokeExact(PR_SET_DUMPABLE, 0L);
      if (adopts != 0 || hides != 0) {
        throw new IllegalStateException("prctl refused");
      }
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int kill(int pid, int signal) {
    try {
      return (int) KILL.invokeExact(pid, signal);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void close(int descriptor) {
    try {
      int ignored = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int duplicate(int descriptor) {
    try {
      return (int) DUP.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The reading and the writing end. */
  static int[] pipe() {
    try (var arena = Arena.ofConfined()) {
      var ends = arena.allocate(JAVA_INT, 2);
      if ((int) PIPE.invokeExact(ends) != 0) {
        throw new IllegalStateException("no pipe: too many open files?");
      }
      return ends.toArray(JAVA_INT);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static String errorText(int errno) {
    try {
      return text((MemorySegment) STRERROR.invokeExact(errno));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Blocks until any child ends. */
  static int waitForAnyChild(MemorySegment errno, MemorySegment status) {
    try {
      var pid = (int) WAITPID.invokeExact(errno, -1, status, 0);
      return pid >= 0 ? pid : -errorNumber(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long read(MemorySegment errno, int descriptor, MemorySegment into) {
    try {
      var count = (long) READ.invokeExact(errno, descriptor, into, into.byteSize());
      return count >= 0 ? count : -errorNumber(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long write(MemorySegment errno, int descriptor, MemorySegment bytes) {
    try {
      var count = (long) WRITE.invokeExact(errno, descriptor, bytes, bytes.byteSize());
      return count >= 0 ? count : -errorNumber(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A short text that the C library owns. */
  @SuppressWarnings("restricted") // the size is not known, the end is marked
  static String text(MemorySegment pointer) {
    return pointer.reinterpret(4096).getString(0);
  }

  private static int errorNumber(MemorySegment errno) {
    return (int) ERRNO_VALUE.get(errno, 0L);
  }

  /** Method handles may throw anything; ours throw nothing of their own. */
  static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException known ? known : new IllegalStateException(e);
  }
}
