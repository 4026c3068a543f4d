package io.agentservice.worker.sandbox;

import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.network.pasta.Translation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What puts walls around remotes, as it was tried once on this machine. */
public sealed interface Sandbox permits Bubblewrap, Container {

  /** What {@code --sandbox} and the session's events call it. */
  String name();

  /** What it keeps from what, for a person; one line. */
  String words();

  /**
   * Words before the remote's own command; they read its environment and end as it ends.
   *
   * @param variables of the remote
   * @param ours a directory of the worker's that the user of the remote can pass
   * @throws IOException with one line when this working directory can't be walled in
   */
  List<String> prefix(
      Place place, Map<String, String> variables, Path ours, @Nullable Translation translation)
      throws IOException;

  /** Ends what is left of a remote whose first process was killed, by its state. */
  void end(Path state);

  /** Whether a session can have a network of its own. */
  boolean separatesNetworks();

  /** Whether a session without a policy reaches the network by a filter, too. */
  boolean filtersAll();

  /** Whether a session can have one that leads out as the machine's does. */
  boolean translatesNetworks();

  /** Why one that has no policy has another than these, in words; null: it hasn't, or should. */
  @Nullable String machinesNetwork();

  /** What sessions reach of the machine's own. */
  Loopback loopback();

  /** The Java runtimes of remotes outside of the walls. */
  Runtimes runtimes();

  /** No sandbox can be had; the message is one line, the advice what to do. */
  final class UnavailableException extends Exception {
    private final String advice;

    UnavailableException(String message, String advice) {
      super(message);
      this.advice = advice;
    }

    public String advice() {
      return advice;
    }
  }
}
