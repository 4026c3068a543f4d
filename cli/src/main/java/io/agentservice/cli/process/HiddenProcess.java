package io.agentservice.cli.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Keeps the secrets that this process was given from other processes of its user, a session's
 * commands among them. On Linux these can read its first environment and its arguments in {@code
 * /proc}, and its memory; elsewhere nothing is done.
 */
public final class HiddenProcess {
  private static final Path STAT = Path.of("/proc/self/stat");
  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "(?i).*(key|token|secret|passw|credential|database_url|otlp.*headers|_proxy).*");
  private static final Set<String> LASTING = Set.of("up", "server", "run", "demo", "worker", "acp");
  private static final Set<String> SECRET_OPTIONS = Set.of("--token", "--database-url");

  /** Places in the list of numbers behind the program's name, see proc(5). */
  private static final int ARGUMENTS = 48 - 3;

  private static final int ENVIRONMENT = 50 - 3;
  private static final int PR_SET_DUMPABLE = 4;

  private HiddenProcess() {}

  /**
   * To be called first of all: until then everything can be read.
   *
   * @param arguments of the command: one that lives for long hides its memory as well, which takes
   *     longer than most others live
   * @return done when all is hidden: to be waited for before more secrets are read
   */
  public static CompletableFuture<Void> hide(String... arguments) {
    if (!Files.isReadable(STAT)) {
      return CompletableFuture.completedFuture(null);
    }
    System.getenv(); // Java's copy, which we go on with
    try {
      var stat = Files.readString(STAT, StandardCharsets.ISO_8859_1);
      var numbers = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
      wipeArguments(area(numbers, ARGUMENTS));
      wipeEnvironment(area(numbers, ENVIRONMENT));
    } catch (IOException _) {
      // What can't be read by us is read by nobody else of this user.
    }
    // Java takes a while to find a function of the system's; the command line is read meanwhile.
    return lasts(arguments)
        ? CompletableFuture.runAsync(
            HiddenProcess::makeUndumpable, task -> Thread.ofPlatform().name("hide").start(task))
        : CompletableFuture.completedFuture(null);
  }

  /** Whether the command is one that lives for long, and tidies up when it ends. */
  public static boolean lasts(String... arguments) {
    return arguments.length > 0 && LASTING.contains(arguments[0]);
  }

  /** Whether a variable's name says that its value is a secret, or may hold one. */
  static boolean isSecret(String variable) {
    return SECRET_NAME.matcher(variable).matches();
  }

  /** As a buffer: that is begun with in a tenth of the time that a segment's own access takes. */
  @SuppressWarnings("restricted") // memory of this process that Java does not manage
  private static ByteBuffer area(String[] numbers, int start) {
    long from = Long.parseUnsignedLong(numbers[start]);
    long to = Long.parseUnsignedLong(numbers[start + 1]);
    return MemorySegment.ofAddress(from).reinterpret(to - from).asByteBuffer(); // 0: may not know
  }

  private static void wipeEnvironment(ByteBuffer area) {
    for (int at = 0; at < area.limit(); at = end(area, at) + 1) {
      var text = text(area, at);
      int equals = text.indexOf('=');
      if (equals > 0 && isSecret(text.substring(0, equals))) {
        fill(area, at + equals + 1, at + text.length(), 0);
      }
    }
  }

  private static void wipeArguments(ByteBuffer area) {
    boolean secretFollows = false;
    for (int at = 0; at < area.limit(); at = end(area, at) + 1) {
      var text = text(area, at);
      int equals = text.indexOf('=');
      if (secretFollows) {
        fill(area, at, at + text.length(), '*');
      } else if (equals > 0 && SECRET_OPTIONS.contains(text.substring(0, equals))) {
        fill(area, at + equals + 1, at + text.length(), '*');
      }
      secretFollows = SECRET_OPTIONS.contains(text);
    }
  }

  private static void fill(ByteBuffer area, int from, int to, int with) {
    for (int at = from; at < to; at++) {
      area.put(at, (byte) with);
    }
  }

  /** One character for each byte. */
  private static String text(ByteBuffer area, int from) {
    var bytes = new byte[end(area, from) - from];
    area.get(from, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static int end(ByteBuffer area, int from) {
    int at = from;
    while (at < area.limit() && area.get(at) != 0) {
      at++;
    }
    return at;
  }

  /** Programs that we start are not concerned: they are dumpable again. */
  @SuppressWarnings("restricted") // Java has no word for it
  private static void makeUndumpable() {
    var linker = Linker.nativeLinker();
    var prctl =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("prctl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    try {
      int result = (int) prctl.invokeExact(PR_SET_DUMPABLE, 0L);
      if (result != 0) {
        throw new IllegalStateException("prctl refused");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
