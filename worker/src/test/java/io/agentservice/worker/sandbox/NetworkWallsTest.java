package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.worker.network.pasta.Loopback;
import io.agentservice.worker.network.pasta.Translation;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Limits;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a session without a policy reaches where pasta is: the world, not the machine. */
class NetworkWallsTest extends WalledIn {
  private static final URI ELSEWHERE = URI.create("wss://192.0.2.200/gateway");

  private final List<HttpServer> servers = new ArrayList<>();

  @AfterEach
  void close() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void neitherTheMachinesLoopbackNorItsOtherAddressesAreReached() throws Exception {
    int port = serve("0.0.0.0");
    assertThat(
            heard(
                ELSEWHERE,
                Loopback.NOTHING,
                "127.0.0.1:" + port,
                own() + ":" + port,
                "192.0.0.1:" + port)) // the router: pasta can make the machine of it
        .isEmpty();
  }

  @Test
  void theGatewayIsReachedOnLoopbackAndWhatTheOperatorNames() throws Exception {
    int gateway = serve("127.0.0.1");
    int named = serve("127.0.0.1");
    int other = serve("127.0.0.1");
    assertThat(
            heard(
                URI.create("ws://127.0.0.1:%d/gateway".formatted(gateway)),
                new Loopback(false, List.of(named)),
                "127.0.0.1:" + gateway,
                "127.0.0.1:" + named,
                "127.0.0.1:" + other))
        .containsExactly("127.0.0.1:" + gateway, "127.0.0.1:" + named);
  }

  @Test
  void theGatewayIsReachedAtAnotherAddressOfTheMachineAndNoOtherPortThere() throws Exception {
    int gateway = serve("0.0.0.0");
    int other = serve("0.0.0.0");
    var address = own();
    assertThat(
            heard(
                URI.create("ws://%s:%d/gateway".formatted(address, gateway)),
                Loopback.NOTHING,
                address + ":" + gateway,
                address + ":" + other))
        .containsExactly(address + ":" + gateway);
  }

  @Test
  void theWorldIsReachedButNotWhatAnswersOnTheMachinesWireOnly() throws Exception {
    translation = Translation.to(ELSEWHERE, Loopback.NOTHING);
    start(
        """
        for to in 169.254.169.254 169.254.1.1 100.100.100.200 192.0.0.192 168.63.129.16 203.0.113.1; do
          perl -MSocket -e 'socket(S, 2, 2, 0); exit !connect S, pack_sockaddr_in(53, inet_aton($ARGV[0]))' $to && echo $to
        done > "$PWD/ways"
        exit 0\
        """,
        translating());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    assertThat(work.resolve("ways")).hasContent("203.0.113.1");
  }

  @Test
  void theResolverAnswersAsItDoesOutside() throws Exception {
    var asks =
        """
        perl -MIO::Socket::INET -e 'open F, "/etc/resolv.conf"; my ($at) = map { /^nameserver\\s+([0-9.]+)/ } <F>;
          my $s = IO::Socket::INET->new(PeerAddr => $at, PeerPort => 53, Proto => "udp") or exit 1;
          alarm 5; send $s, pack("n6 C a4 C n2", 7, 0x100, 1, 0, 0, 0, 4, "test", 0, 1, 1), 0;
          recv $s, my $answer, 512, 0; exit !(unpack("n", $answer) == 7)'\
        """;
    assumeTrue(
        new ProcessBuilder("sh", "-c", asks).start().waitFor() == 0, "no resolver answers here");
    translation = Translation.to(ELSEWHERE, Loopback.NOTHING);
    start(asks, translating());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
  }

  @Test
  void nothingOfItOutlivesTheSession() throws Exception {
    translation = Translation.to(ELSEWHERE, Loopback.NOTHING);
    var remote = start("touch ready; while :; do sleep 0.05; done", translating());
    until(() -> Files.exists(work.resolve("ready")));
    // While the translator starts, a second process of it is there for a moment.
    until(() -> translators(remote.pid()).size() == 1);
    ProcessHandle.of(remote.pid()).orElseThrow().destroyForcibly();
    exit();
    until(() -> translators(remote.pid()).isEmpty());
    Files.delete(work.resolve("ready"));
    var second = start("exit 0", translating());
    exit();
    until(() -> translators(second.pid()).isEmpty());
  }

  /** The pipe by which pasta knows of its end is all that a session has of what is outside. */
  @Test
  void whatASessionWritesIntoWhatItWasGivenIsNotKept() throws Exception {
    translation = Translation.to(ELSEWHERE, Loopback.NOTHING);
    var remote =
        start(
            """
            perl -e 'for (3..30) { open my $given, ">&=", $_ or next; -p $given or next; syswrite $given, "x" x 65536 for 1..2000; print "$_\n" }' > "$PWD/written"
            touch done; while :; do sleep 0.05; done\
            """,
            translating());
    until(() -> Files.exists(work.resolve("done")));
    assertThat(Files.readAllLines(work.resolve("written"))).isNotEmpty();
    assertThat(helpers())
        .isNotEmpty()
        .allSatisfy(pid -> assertThat(kilobytes(pid)).isLessThan(60_000));
    assertThat(translators(remote.pid())).hasSize(1);
  }

  @Test
  void withAllOfLoopbackSessionsHaveTheMachinesNetworkAndNothingIsTried() {
    var sandbox =
        sandbox(new Grants(List.of(), List.of(), List.of(), Limits.DEFAULT, Loopback.of("all")));
    assertThat(sandbox.translatesNetworks()).isFalse();
    assertThat(sandbox.machinesNetwork()).isNull();
  }

  @Test
  void withoutPastaTheyHaveItTooAndAreTold() throws Exception {
    var programs = Files.createDirectory(temporary.resolve("bin"));
    for (var name : List.of("bwrap", "setpriv", "prlimit", "perl")) {
      Files.createSymbolicLink(programs.resolve(name), Path.of("/usr/bin", name));
    }
    environment.put("PATH", programs.toString());
    assertThat(sandbox().machinesNetwork()).endsWith("pasta (package passt) is not installed");
    Files.createSymbolicLink(programs.resolve("pasta"), Path.of("/usr/bin/false"));
    assertThat(sandbox().machinesNetwork()).contains("pasta does not work here");
  }

  /** Which of these a session gets an answer of. */
  private List<String> heard(URI gateway, Loopback named, String... addresses) throws Exception {
    translation = Translation.to(gateway, named);
    start(
        "for to in %s; do curl -sS -m 3 -o /dev/null http://$to/ && echo $to; done > heard; exit 0"
            .formatted(String.join(" ", addresses)),
        translating());
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    return Files.readAllLines(work.resolve("heard"));
  }

  private int serve(String address) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(address, 0), 50);
    server.createContext(
        "/",
        visit -> {
          visit.sendResponseHeaders(200, -1);
          visit.close();
        });
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private static String own() throws IOException {
    var own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
            .findFirst();
    assumeTrue(own.isPresent(), "this machine has no address but loopback's");
    return own.get().getHostAddress();
  }

  /** The processes that wait for the end of this test's session. */
  private List<Long> helpers() {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> {
          var words = text(Path.of("/proc/%d/cmdline".formatted(pid)));
          return words.startsWith("perl") && words.contains(temporary.toString());
        })
        .toList();
  }

  private static int kilobytes(long pid) {
    return text(Path.of("/proc/%d/status".formatted(pid)))
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToInt(line -> Integer.parseInt(line.replaceAll("[^0-9]", "")))
        .sum();
  }

  private static List<ProcessHandle> translators(long pid) {
    return ProcessHandle.allProcesses()
        .filter(one -> one.info().commandLine().orElse("").contains("/proc/" + pid + "/ns/net"))
        .toList();
  }
}
