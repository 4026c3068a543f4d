package io.agentservice.worker.sessions;

import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.network.Filter;
import io.agentservice.worker.network.policy.LivePolicy;
import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.sandbox.Enclosure.Network;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The filter of one session's network, outside of its walls; ends with the worker. */
final class SessionNetwork implements AutoCloseable {
  private final Filter filter;
  private final Network network;

  private SessionNetwork(Filter filter, Network network) {
    this.filter = filter;
    this.network = network;
  }

  /**
   * Opens the way out before the remote starts.
   *
   * @param user of the remote; null: the worker's
   * @param policy at first; {@code latest} as in {@link LivePolicy}
   */
  static SessionNetwork open(
      SessionDirectory directory,
      @Nullable RunAs user,
      NetworkPolicy policy,
      Supplier<Optional<NetworkPolicy>> latest,
      URI gateway)
      throws IOException {
    var place = directory.makeNetwork();
    Files.writeString(directory.gateway(), gateway.toString());
    var allowed = new LivePolicy(policy, gateway, latest);
    var socket = place.resolve(Network.SOCKET);
    var filter = Filter.listen(socket, allowed);
    try {
      if (user != null) {
        user.own(socket);
      }
    } catch (IOException e) {
      filter.close();
      throw e;
    }
    var direct =
        allowed.policy().reachesMachine()
            ? List.of("localhost", "::1")
            : List.of("localhost", "127.0.0.1", "::1");
    return new SessionNetwork(filter, new Network(place, direct));
  }

  /** Opens it again for a remote that an earlier worker started; null: it has none. */
  static @Nullable SessionNetwork again(
      SessionDirectory directory,
      @Nullable RunAs user,
      NetworkPolicy policy,
      Supplier<Optional<NetworkPolicy>> latest)
      throws IOException {
    var gateway = directory.gateway();
    return Files.exists(gateway)
        ? open(directory, user, policy, latest, URI.create(Files.readString(gateway)))
        : null;
  }

  Network network() {
    return network;
  }

  @Override
  public void close() {
    filter.close();
  }
}
