package io.agentservice.server.base.outside;

import java.io.Serial;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks hosts up for those who connect in an organization's name. An address that is not public is
 * answered only for a name that the installation trusts; who connects to what is answered, and
 * looks up nothing himself, leaves no time in which a name could change.
 */
public final class OutsideHosts {
  private final Set<String> trusted;
  private final String setting;

  /** {@code trusted}: names that may lead to private addresses, from that setting. */
  public OutsideHosts(Set<String> trusted, String setting) {
    this.trusted =
        trusted.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    this.setting = setting;
  }

  /** Throws {@link ClosedException} for a host without an address that is open. */
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    var all = Arrays.asList(InetAddress.getAllByName(host));
    if (trusted.contains(host.toLowerCase(Locale.ROOT))) {
      return all;
    }
    var open = all.stream().filter(PublicAddress::is).toList();
    if (open.isEmpty()) {
      throw new ClosedException(
          "%s leads to an address that is not public; the installation can trust it by %s"
              .formatted(host, setting));
    }
    return open;
  }

  /** There is such a host, and nobody may go there. */
  public static final class ClosedException extends UnknownHostException {
    @Serial private static final long serialVersionUID = 1;

    ClosedException(String message) {
      super(message);
    }
  }
}
