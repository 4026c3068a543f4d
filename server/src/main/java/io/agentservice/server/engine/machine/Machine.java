package io.agentservice.server.engine.machine;

import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one remote. Calls block; they throw {@link MachineLostException} when it ends.
 * Callers choose and record command ids: the same id is the same command ({@code
 * docs/gateway-protocol.md}).
 *
 * <p>{@link #desktop}, {@link #taken}, {@link #terminal}, {@link #resize} and {@link #input} are
 * for people.
 */
public interface Machine {
  /** A command's output, in order and without gap. Called by the reader: be quick. */
  @FunctionalInterface
  interface Output {
    void accept(long offset, byte[] bytes);
  }

  /** What the remote said of itself when it connected, the journal included. */
  ToServer.Hello hello();

  /**
   * Runs a script as {@code bash -c}, or attaches by a known id, and waits for the end; {@code
   * timeoutMillis} 0 is no limit.
   */
  ToServer.Exited exec(String id, String script, long timeoutMillis, Output output);

  /** Waits for the end of a command; null when the journal does not know it. */
  ToServer.@Nullable Exited attach(String id, Output output);

  /**
   * Runs a script, or attaches by a known id, as {@link #exec} does without a limit, and follows it
   * for some time; null when it runs on after that. Needs {@code jobs}.
   *
   * @param input whether {@link #feed} reaches its standard input; else that is empty
   */
  ToServer.@Nullable Exited begin(
      String id, String script, boolean input, Duration patience, Output output);

  /**
   * What a command has written from a byte on, once there is more, it is over or the time is; null
   * when the journal does not know it. Needs {@code jobs}.
   *
   * @param limit most bytes to be read, at most {@value #MOST_OUTPUT}
   */
  @Nullable Written output(String id, long from, int limit, Duration wait);

  /**
   * Feeds a command's standard input; answers why it was not taken, or null. Needs {@code jobs}.
   */
  @Nullable String feed(String id, byte[] bytes, boolean end);

  /** Sends {@code INT}, {@code TERM} or {@code KILL} to a process tree without waiting. */
  void signal(String id, String signal);

  /** The journal may drop these commands: their results are in the event log. */
  void forget(List<String> ids);

  FileContent readFile(String path, long offset, long limit);

  /** A {@link ToServer.Failed} {@code conflict} when the file is not as expected. */
  ToServer writeFile(ToRemote.WriteFile request);

  ToServer listFiles(String path, long limit);

  /**
   * As {@link #readFile}, for people: what lies outside of the working directory is a {@link
   * ToServer.Failed} {@code outside}; null when there is no answer in time. Needs {@code within}.
   */
  @Nullable FileContent showFile(String path, long limit, Duration patience);

  /** As {@link #listFiles}, for people as above. Needs {@code within}. */
  @Nullable ToServer showFiles(String path, long limit, Duration patience);

  /** Needs {@code browser}; answers {@link ToServer.Browsed} or {@link ToServer.Failed}. */
  ToServer browse(ToRemote.Browse request);

  /**
   * Shows the desktop (RFB bytes) until {@link #input} ends it; needs the capability {@code
   * desktop}. The machine sends no more than a window of bytes ({@link OutputFrame#WINDOW}) until
   * it hears that some were {@link #taken}. Answers a {@link ToServer.Exited} or {@link
   * ToServer.Failed}.
   *
   * @param started called by the reader, be quick: from now on it takes {@link #input}
   */
  ToServer desktop(String id, Runnable started, Output output);

  /** So many bytes of that desktop are held no longer. */
  void taken(String id, long bytes);

  /**
   * Runs a program in a terminal and waits for its end; once it has {@code started}, {@link #input}
   * and {@link #resize} of the same id are for it. Needs {@code pty}. Answers a {@link
   * ToServer.Exited} or {@link ToServer.Failed}.
   *
   * @param started called by the reader: be quick
   */
  ToServer terminal(Program program, Runnable started, Output output);

  /** The terminal of that command has another size. */
  void resize(String id, ToRemote.PtySize size);

  /** At most 1 MiB for a desktop, a terminal or a command; {@code end} closes its input. */
  void input(String id, byte[] bytes, boolean end);

  /** What the session's network policy has refused since the last call; at most some. */
  default List<ToServer.Denied> denied() {
    return List.of();
  }

  /** True until the connection has ended. */
  boolean connected();

  /** What a read of output asks for at most. */
  int MOST_OUTPUT = 512 << 10;

  /** Where output that is not wanted begins. */
  long NO_OUTPUT = Long.MAX_VALUE;

  /**
   * What runs in a terminal.
   *
   * @param cwd relative to the working directory, which is also the one of null
   */
  record Program(String id, List<String> argv, @Nullable String cwd, ToRemote.PtySize size) {
    public Program {
      argv = List.copyOf(argv);
    }
  }

  /**
   * A part of a command's output.
   *
   * @param from place of its first byte
   * @param size bytes that the command has written so far
   * @param end null while it runs
   */
  record Written(long from, ByteBuffer bytes, long size, ToServer.@Nullable Exited end) {}

  /** A {@link ToServer.File}, or a {@link ToServer.Failed} without bytes. */
  record FileContent(ToServer answer, ByteBuffer bytes) {}
}
