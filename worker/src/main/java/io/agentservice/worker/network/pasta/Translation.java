package io.agentservice.worker.network.pasta;

import io.agentservice.worker.network.policy.Range;
import io.agentservice.worker.network.policy.Reserved;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A network of a session's own that leads out as the machine's does (pasta translates addresses),
 * but not to the machine itself: neither its loopback, nor its other addresses, nor what is
 * link-local. Rules of the kernel see to that, which whoever is inside can't change.
 *
 * @param loopback ports of the machine's loopback that are the session's too
 * @param own what is reached at other addresses of the machine
 */
public record Translation(List<Integer> loopback, List<InetSocketAddress> own) {
  /** Addresses for the inside of one machine (RFC 7335). */
  private static final String ADDRESS = "192.0.0.4";

  /** Where names are asked for when the machine asks itself, or its cloud. */
  private static final String ROUTER = "192.0.0.1";

  /**
   * The words of pasta until {@code --}, messages for the kernel until {@code --}, {@code must}
   * when a network without a way out is an error, the number of the call, the ports that pasta is
   * to listen at within, and a command. Pasta ends when nobody holds the other end of a pipe any
   * more, which all processes of the session do.
   */
  private static final String SCRIPT =
      """
      my (@pasta, @messages);
      while ((my $word = shift) ne '--') { push @pasta, $word }
      while ((my $word = shift) ne '--') { push @messages, $word }
      my ($must, $unshare, $ports, $pid, $uid, $gid) = (shift eq 'must', shift, shift, $$, $>, $) + 0);
      push @pasta, '--runas', 0 if !$uid;
      pipe my $begin, my $begun or die;
      pipe my $gone, my $there or die;
      $^F = 1000;
      pipe my $over, my $alive or die;
      defined(my $helper = fork) or die "fork: $!\n";
      if (!$helper) {
        exit if fork; # bubblewrap has no child but the session
        close $_ for $begun, $gone, $alive;
        %ENV = (PATH => $ENV{PATH});
        readline $begin;
        $SIG{CHLD} = sub { exit };
        my $translator = fork // exit;
        exec { $pasta[0] } @pasta, '--netns', "/proc/$pid/ns/net", '--userns', "/proc/$pid/ns/user" or exit 126 if !$translator;
        1 while sysread $over, my $said, 4096; # a session may write there, and is not listened to
        $SIG{CHLD} = 'DEFAULT';
        kill 'KILL', $translator;
        exit;
      }
      waitpid $helper, 0;
      close $_ for $there, $over;
      syscall($unshare, 0x50000000) == 0 or die "no network of its own: $!\n";
      for (['setgroups', 'deny'], ['uid_map', "0 $uid 1"], ['gid_map', "0 $gid 1"]) {
        open my $file, '>', "/proc/self/$$_[0]" or die "$$_[0]: $!\n";
        syswrite $file, $$_[1] or die "$$_[0]: $!\n";
      }
      socket my $kernel, 16, 3, 0 or die "netlink: $!\n";
      for (@messages) {
        send $kernel, pack('H*', $_), 0 or die "netlink: $!\n";
        recv $kernel, my $answer, 4096, 0;
        my $error = -unpack 'x16 l', $answer;
        $error == 0 or $error == 95 or $error == 97 or die "the kernel refuses a rule: error $error\n"; # no IPv6 here
      }
      close $kernel; close $begun;
      my ($route, $tries) = (0, 1000);
      my %closed = map { (sprintf('%04X', $_) => 1) } split /,/, $ports;
      while ((!$route or %closed) and $tries--) {
        vec(my $wait = '', fileno $gone, 1) = 1;
        last if select $wait, undef, undef, 0.002; # pasta has ended
        for (['/proc/net/route', qr/^\\S+\\t00000000\\t/], ['/proc/net/ipv6_route', qr/^0{32} 00 .* (?!lo$)\\S+$/]) {
          open my $routes, '<', $$_[0] or next;
          while (my $line = <$routes>) { $route ||= $line =~ $$_[1] }
        }
        for ('/proc/net/tcp', '/proc/net/tcp6') { # pasta listens a moment after it has made the route
          open my $sockets, '<', $_ or next;
          while (my $line = <$sockets>) { delete $closed{$1} if $line =~ /^ *\\d+: \\w+:(\\w{4}) \\S+ 0A / }
        }
      }
      die "pasta makes no network here\n" if $must and !$route;
      print STDERR "this session has no network: pasta makes none\n" if !$route;
      exec { $ARGV[0] } @ARGV or exit 126;\
      """;

  public Translation {
    loopback = List.copyOf(loopback);
    own = List.copyOf(own);
  }

  /** One that reaches the gateway, and of the machine's loopback what the operator names. */
  public static Translation to(URI gateway, Loopback named) {
    var ports = new TreeSet<>(named.ports());
    var own = new ArrayList<InetSocketAddress>();
    var scheme = String.valueOf(gateway.getScheme());
    int standard = scheme.equals("wss") || scheme.equals("https") ? 443 : 80;
    int port = gateway.getPort() < 0 ? standard : gateway.getPort();
    for (var address : addresses(gateway.getHost())) {
      if (address.isLoopbackAddress()) {
        ports.add(port);
      } else if (isOwn(address)) {
        own.add(new InetSocketAddress(address, port));
      }
    }
    return new Translation(List.copyOf(ports), own);
  }

  private static List<InetAddress> addresses(@Nullable String host) {
    try {
      return host == null ? List.of() : List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException _) {
      return List.of(); // the remote says so
    }
  }

  private static boolean isOwn(InetAddress address) {
    return machine().anyMatch(address::equals);
  }

  /** Not loopback. */
  private static Stream<InetAddress> machine() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress());
    } catch (IOException _) {
      return Stream.of(); // it has none
    }
  }

  /**
   * Words before bubblewrap, which runs as root of a user namespace of its own then.
   *
   * @param settings the machine's {@code resolv.conf}
   * @param must whether a network without a way out is an error
   */
  public List<String> prefix(Path pasta, Path settings, boolean must) {
    var words = new ArrayList<>(List.of("perl", "-e", SCRIPT, pasta.toString()));
    words.addAll(List.of("-q", "-f", "--config-net", "--no-map-gw"));
    // With it all answers of the resolver come from there, also to who asks the resolver itself.
    if (resolver(settings).isPresent()) {
      words.addAll(List.of("--dns-forward", ROUTER));
    }
    words.addAll(List.of("-a", ADDRESS, "-n", "29", "-g", ROUTER, "-t", "none", "-u", "none"));
    words.addAll(List.of("-I", "net0"));
    var ports = loopback.stream().map(String::valueOf).collect(Collectors.joining(","));
    words.addAll(List.of("-U", "none", "-T", ports.isEmpty() ? "none" : ports, "--"));
    words.add(Netlink.loopbackUp());
    own.forEach(to -> words.add(Netlink.pass(to.getAddress(), to.getPort())));
    Stream.concat(
            Reserved.near().stream(),
            machine().map(address -> new Range(address, address.getAddress().length * 8)))
        .map(Netlink::prohibit)
        .forEach(words::add);
    boolean arm = System.getProperty("os.arch", "").equals("aarch64");
    words.addAll(List.of("--", must ? "must" : "may", arm ? "97" : "272", ports));
    return words;
  }

  /** What a session must read instead of the machine's {@code resolv.conf}; empty: just that. */
  public static Optional<String> resolver(Path settings) {
    try {
      var lines = Files.readAllLines(settings);
      var servers =
          lines.stream()
              .filter(line -> line.startsWith("nameserver"))
              .map(line -> line.substring("nameserver".length()).strip().replaceFirst("%.*", ""))
              .toList();
      if (servers.stream().allMatch(Translation::isReached) && !servers.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          Stream.concat(
                  Stream.of("nameserver " + ROUTER),
                  lines.stream().filter(line -> !line.startsWith("nameserver")))
              .collect(Collectors.joining("\n", "", "\n")));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static boolean isReached(String server) {
    try {
      var address = InetAddress.ofLiteral(server);
      return !address.isLoopbackAddress()
          && !address.isAnyLocalAddress()
          && machine().noneMatch(address::equals)
          && Reserved.near().stream().noneMatch(range -> range.contains(address));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
