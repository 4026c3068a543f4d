package io.agentservice.worker.network.policy;

import io.agentservice.wire.fleet.QueueEntry;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What one session may reach. An entry that says nothing we know allows nothing. */
public final class Policy {
  private final List<Glob> names = new ArrayList<>();
  private final List<Range> ranges = new ArrayList<>();
  private final String gatewayHost;
  private final int gatewayPort;
  private final boolean gatewaySpeaksTls;

  /** Where a connection may go. {@code byName}: what it asks for there must be the same name. */
  public record Way(List<InetAddress> addresses, boolean byName) {}

  /** Looks names up. */
  @FunctionalInterface
  public interface Resolver {
    /** Blocks; at least one address. */
    List<InetAddress> resolve(String name) throws UnknownHostException;
  }

  /** The gateway is always allowed. */
  public Policy(QueueEntry.NetworkPolicy policy, URI gateway) {
    for (var allowed : policy.allow()) {
      var hostname = allowed.hostname();
      if (hostname != null && Range.of(hostname).isEmpty()) {
        names.add(Glob.of(hostname));
      }
      Stream.of(
              Optional.ofNullable(hostname),
              Optional.ofNullable(allowed.ipv4()).filter(text -> !text.contains(":")),
              Optional.ofNullable(allowed.ipv6()).filter(text -> text.contains(":")))
          .flatMap(Optional::stream)
          .flatMap(text -> Range.of(text).stream())
          .forEach(ranges::add);
    }
    var scheme = String.valueOf(gateway.getScheme());
    gatewaySpeaksTls = scheme.equals("wss") || scheme.equals("https");
    int standard = gatewaySpeaksTls ? 443 : 80;
    gatewayHost =
        String.valueOf(gateway.getHost()).toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    gatewayPort = gateway.getPort() < 0 ? standard : gateway.getPort();
  }

  /** Whether programs must not take 127.0.0.1 for the session's own. */
  public boolean reachesMachine() {
    return ranges.stream().anyMatch(range -> Range.of("127.0.0.0/8").orElseThrow().contains(range));
  }

  /**
   * The way to a target.
   *
   * @throws Refusal when there is none
   * @throws UnknownHostException when the name has no address
   */
  public Way way(Target target, Resolver resolver) throws Refusal, UnknownHostException {
    if (target.host().equals(gatewayHost) && target.port() == gatewayPort) {
      var address = target.address();
      return address == null
          ? new Way(resolver.resolve(target.host()), gatewaySpeaksTls)
          : new Way(List.of(address), false);
    }
    var address = target.address();
    if (address != null) {
      check(target, address);
      return new Way(List.of(address), false);
    }
    var fitting = names.stream().filter(glob -> glob.fits(target.host())).toList();
    if (fitting.isEmpty()) {
      throw target.refusal("it does not allow this name");
    }
    return new Way(checked(target, resolver, fitting.stream().allMatch(Glob::anybodys)), true);
  }

  /** Whether it names the host, wherever that leads. */
  public boolean names(String host) {
    return names.stream().anyMatch(glob -> glob.fits(host));
  }

  private void check(Target target, InetAddress address) throws Refusal {
    if (ranges.stream().noneMatch(range -> range.contains(address))) {
      throw target.refusal("it does not allow this address");
    }
    var kind = Reserved.kind(address, ranges);
    if (kind.isPresent()) {
      throw target.refusal("this is " + kind.get() + ", which it does not name");
    }
  }

  private List<InetAddress> checked(Target target, Resolver resolver, boolean publicOnly)
      throws Refusal, UnknownHostException {
    var good = new ArrayList<InetAddress>();
    Optional<String> fault = Optional.empty();
    for (var address : resolver.resolve(target.host())) {
      var kind =
          Reserved.kind(address, ranges)
              .or(() ->
                  publicOnly
                          && Reserved.isPrivate(address)
                          && ranges.stream().noneMatch(range -> range.contains(address))
                      ? Optional.of("an address of a private network")
                      : Optional.empty());
      if (kind.isEmpty()) {
        good.add(address);
      } else {
        fault =
            Optional.of("the name leads to %s, %s".formatted(address.getHostAddress(), kind.get()));
      }
    }
    if (good.isEmpty()) {
      throw target.refusal(fault.orElse("the name leads nowhere"));
    }
    return good;
  }
}
