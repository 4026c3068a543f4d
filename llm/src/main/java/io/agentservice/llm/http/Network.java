package io.agentservice.llm.http;

import java.io.Serial;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Where a client may connect to. */
@FunctionalInterface
public interface Network {

  /** Everywhere: for addresses that the operator has set. */
  Network ANY = host -> Arrays.asList(InetAddress.getAllByName(host));

  /**
   * The addresses of a host, a name or an address itself, that may be connected to.
   *
   * @throws ClosedException if there are none but others
   */
  List<InetAddress> lookup(String host) throws UnknownHostException;

  /** There is such a host, but nobody may go there. The message is for users. */
  final class ClosedException extends UnknownHostException {
    @Serial private static final long serialVersionUID = 1L;

    public ClosedException(String message) {
      super(message);
    }
  }
}
