package io.agentservice.server.engine.machine;

import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one remote. Calls block until the remote has answered and throw {@link
 * MachineLostException} when the connection ends first. Command ids are chosen and written down by
 * the caller before the call; the same id twice is the same command ({@code
 * docs/gateway-protocol.md}).
 *
 * <p>{@link #signal}, {@link #desktop} and {@link #input} are for the terminal and the desktop of
 * the pages; the agent itself needs none of them.
 */
public interface Machine {
  /**
   * Bytes of a command's output, in order and without gap, as they arrive. Called by the
   * connection's reader: be quick.
   */
  @FunctionalInterface
  interface Output {
    void accept(long offset, byte[] bytes);
  }

  /** What the remote said of itself when it connected, the journal included. */
  ToServer.Hello hello();

  /**
   * Runs a script with bash (sh where there is none) as {@code bash -c} does, or attaches to it
   * when the journal knows the id, and waits for its end.
   *
   * @param script of any length that fits a frame
   * @param timeoutMillis after it the remote kills the command; 0 for no limit
   */
  ToServer.Exited exec(String id, String script, long timeoutMillis, Output output);

  /**
   * Waits for the end of a command that may run or have run; null when the journal does not know
   * it.
   */
  ToServer.@Nullable Exited attach(String id, Output output);

  /**
   * Sends {@code INT}, {@code TERM} or {@code KILL} to a command's process tree; does not wait for
   * its end.
   */
  void signal(String id, String signal);

  /** The journal may drop these commands: their results are in the event log. */
  void forget(List<String> ids);

  /**
   * Reads at most {@code limit} bytes of a file; the answer says what the path is when it is not a
   * file.
   */
  FileContent readFile(String path, long offset, long limit);

  /**
   * Replaces a file's content; a {@link ToServer.Failed} of code {@code conflict} when it is not as
   * expected.
   */
  ToServer writeFile(ToRemote.WriteFile request);

  ToServer listFiles(String path, long limit);

  /**
   * Does one thing in the machine's browser. Only for machines whose hello has the capability
   * {@code browser}.
   *
   * @return a {@link ToServer.Browsed} or a {@link ToServer.Failed}
   */
  ToServer browse(ToRemote.Browse request);

  /**
   * Shows the machine's desktop until its end, which {@link #input} asks for. Only for machines
   * whose hello has the capability {@code desktop}.
   *
   * @param output takes the bytes of the RFB protocol that the desktop sends
   * @return a {@link ToServer.Exited} or a {@link ToServer.Failed}
   */
  ToServer desktop(String id, Output output);

  /**
   * Sends bytes to what has the id: the RFB protocol's to a desktop, else a command's input.
   *
   * @param bytes at most 1 MiB
   * @param end closes it after them
   */
  void input(String id, byte[] bytes, boolean end);

  /** True until the connection has ended. */
  boolean connected();

  /**
   * {@code answer} is a {@link ToServer.File} or a {@link ToServer.Failed}; bytes are empty unless
   * it is a file.
   */
  record FileContent(ToServer answer, ByteBuffer bytes) {}
}
