package io.agentservice.worker.network.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.fleet.QueueEntry.Allow;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy lets pass, with a resolver that answers what the test says. */
class PolicyTest {
  private static final URI GATEWAY = URI.create("ws://127.0.0.1:8080/gateway");
  private static final String PUBLIC = "93.184.215.14";

  private final List<String> lookedUp = new ArrayList<>();
  private Map<String, List<String>> names = Map.of();

  @ParameterizedTest
  @CsvSource({
    "example.com, example.com",
    "example.com, EXAMPLE.com",
    "example.com, example.com.",
    "Example.COM., example.com",
    "*.example.com, a.example.com",
    "*.example.com, a.b.example.com",
    "*.example.com, xn--e1afmkfd.example.com",
    "registry-*.example.com, registry-eu.example.com",
    "*, anything.test",
    "*.*, anything.test",
    "_dmarc.example.com, _dmarc.example.com"
  })
  void aNameThatAGlobFitsPasses(String glob, String name) throws Exception {
    assertThat(way(name, host(glob)).addresses()).containsExactly(InetAddress.ofLiteral(PUBLIC));
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, a.example.com",
    "example.com, example.com.evil.test",
    "example.com, examplexcom",
    "*.example.com, example.com",
    "*.example.com, aexample.com",
    "*.example.com, example.com.evil.test",
    "exa?ple.com, example.com",
    ".*, example.com",
    "'', example.com",
    "93.184.215.14, example.com"
  })
  void anyOtherNameIsRefusedAndNotEvenLookedUp(String glob, String name) {
    assertThat(reason(name, host(glob))).isEqualTo("it does not allow this name");
    assertThat(lookedUp).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.200.3.4",
    "10.1.2.3, 10.1.2.3",
    "10.1.2.3/32, 10.1.2.3",
    "0.0.0.0/0, 93.184.215.14",
    "127.0.0.0/8, 127.0.0.1",
    "127.0.0.1, 127.0.0.1",
    "169.254.169.254/32, 169.254.169.254"
  })
  void anAddressOfARangePasses(String range, String address) throws Exception {
    assertThat(way(address, ipv4(range)).byName()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"fd00::/8, fd12::1", "2001:db8::1, 2001:db8:0::1", "::1, ::1", "fe80::/10, fe80::1"})
  void anAddressOfARangeOfIpv6Passes(String range, String address) throws Exception {
    assertThat(way("[" + address + "]", ipv6(range)).byName()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 11.0.0.1",
    "10.0.0.0/33, 10.0.0.1",
    "10.0.0.0/-1, 10.0.0.1",
    "10.0.0.0/, 10.0.0.1",
    "10.0.0/8, 10.0.0.1",
    "::/0, 10.0.0.1",
    "fd00::/8, 10.0.0.1"
  })
  void anyOtherAddressIsRefused(String range, String address) {
    assertThat(reason(address, ipv4(range))).isEqualTo("it does not allow this address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "169.254.1.1",
        "169.254.169.254",
        "169.254.170.2",
        "100.100.100.200",
        "168.63.129.16",
        "224.0.0.1",
        "255.255.255.255"
      })
  void aRangeThatOnlyCoversASpecialAddressDoesNotAllowIt(String address) {
    assertThat(reason(address, ipv4("0.0.0.0/0"))).endsWith("which it does not name");
  }

  @Test
  void aRangeOfAKindDoesNotAllowTheMoreSpecialOneInIt() {
    assertThat(reason("169.254.169.254", ipv4("169.254.0.0/16"))).contains("cloud's metadata");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::1",
        "::",
        "fe80::1",
        "fd00:ec2::254",
        "fd20:ce::254",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "2001::1",
        "::7f00:1",
        "ff02::1"
      })
  void thatHoldsForIpv6(String address) {
    assertThat(reason("[" + address + "]", ipv6("::/0"))).endsWith("which it does not name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2130706433",
        "127.1",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "127.0.0.01",
        "a.1",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::1%lo]",
        "[127.0.0.1]",
        "::1",
        "exa mple.com",
        "user@example.com",
        "-example.com",
        "example..com",
        ""
      })
  void whatIsNoNameAndNoAddressIsRefused(String host) {
    assertThat(reason(host, host("*"), ipv4("0.0.0.0/0"), ipv6("::/0"))).startsWith("this is no ");
    assertThat(lookedUp).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, the machine itself",
    "0.0.0.0, the machine itself",
    "169.254.169.254, metadata",
    "169.254.7.7, link-local",
    "::1, the machine itself",
    "fd00:ec2::254, metadata",
    "64:ff9b::7f00:1, IPv4 address in an IPv6 one"
  })
  void aNameThatLeadsToASpecialAddressIsRefused(String address, String kind) {
    names = Map.of("rebound.test", List.of(address));
    assertThat(reason("rebound.test", host("rebound.test"))).contains("leads to", kind);
    assertThat(reason("rebound.test", host("rebound.test"), ipv4("0.0.0.0/0"), ipv6("::/0")))
        .contains(kind);
  }

  @Test
  void onlyTheGoodOnesOfItsAddressesAreLeft() throws Exception {
    names = Map.of("mixed.test", List.of("127.0.0.1", PUBLIC, "169.254.169.254"));
    assertThat(way("mixed.test", host("mixed.test")).addresses())
        .containsExactly(InetAddress.ofLiteral(PUBLIC));
  }

  @Test
  void aNamedHostMayBePrivateButAnyNameMayNot() throws Exception {
    names = Map.of("git.corp.test", List.of("10.1.2.3"));
    assertThat(way("git.corp.test", host("*.corp.test")).byName()).isTrue();
    assertThat(reason("git.corp.test", host("*"))).contains("private network");
    assertThat(way("git.corp.test", host("*"), ipv4("10.0.0.0/8")).byName()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"api.*", "*corp.com", "*.co*", "a*", "*.dev", "*.*.dev"})
  void aGlobThatStrangersNamesFitLeadsToPublicAddressesOnly(String glob) {
    var name = glob.replace("*", "x");
    names = Map.of(name, List.of("10.1.2.3"));
    assertThat(reason(name, host(glob))).contains("an address of a private network");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*.internal", "*.lan", "*.local", "*.corp.com", "*git.corp.com", "x"})
  void namesThatOnlyAPrivateNetworkKnowsMayLeadThere(String glob) throws Exception {
    var name = glob.replace("*", "x");
    names = Map.of(name, List.of("10.1.2.3"));
    assertThat(way(name, host(glob)).byName()).isTrue();
  }

  @Test
  void theMachinesOwnAddressesAreNotReachedByARangeAroundThemNorByAName() throws Exception {
    var own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
            .findFirst();
    assumeTrue(own.isPresent(), "this machine has no address but loopback's");
    var address = own.get().getHostAddress();
    names = Map.of("a.example.com", List.of(address));
    assertThat(reason(address, ipv4("0.0.0.0/0"))).contains("an address of the machine itself");
    assertThat(reason(address, ipv4(address + "/24"))).contains("of the machine itself");
    assertThat(reason("a.example.com", host("*.example.com"))).contains("of the machine itself");
    assertThat(way(address, ipv4(address)).byName()).isFalse();
  }

  @Test
  void aGlobMayBeWrittenInAnyScript() throws Exception {
    assertThat(way("xn--bcher-kva.example.com", host("b\u00fccher.example.com")).byName()).isTrue();
    assertThat(way("a.xn--bcher-kva.com", host("*.B\u00fccher.com")).byName()).isTrue();
  }

  @Test
  void theGatewayIsAlwaysReachedAndNothingElseOfItsMachine() throws Exception {
    assertThat(way("127.0.0.1:8080").byName()).isFalse();
    assertThat(reason("127.0.0.1:8081")).isEqualTo("it does not allow this address");
    names = Map.of("agent.corp.test", List.of("127.0.0.1"));
    var policy = policy(URI.create("wss://agent.corp.test/gateway"));
    assertThat(policy.way(Target.of("agent.corp.test:443", 443), this::resolve).byName()).isTrue();
    assertThatThrownBy(() -> policy.way(Target.of("agent.corp.test:80", 443), this::resolve))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void anEmptyPolicyAllowsNothing() {
    assertThat(reason("example.com")).isEqualTo("it does not allow this name");
    assertThat(reason(PUBLIC)).isEqualTo("it does not allow this address");
    assertThat(reason("[2001:db8::1]")).isEqualTo("it does not allow this address");
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.com:0", "example.com:65536", "example.com:x", "example.com:-1"})
  void whatIsNoPortIsRefused(String authority) {
    assertThat(reason(authority, host("*"))).isEqualTo("this is no port");
  }

  @Test
  void itSaysWhetherItReachesTheMachineItself() {
    assertThat(policy(GATEWAY, ipv4("127.0.0.1")).reachesMachine()).isTrue();
    assertThat(policy(GATEWAY, ipv4("0.0.0.0/0")).reachesMachine()).isFalse();
  }

  private static Allow host(String glob) {
    return new Allow(glob, null, null);
  }

  private static Allow ipv4(String range) {
    return new Allow(null, range, null);
  }

  private static Allow ipv6(String range) {
    return new Allow(null, null, range);
  }

  private static Policy policy(URI gateway, Allow... allowed) {
    return new Policy(new QueueEntry.NetworkPolicy(true, List.of(allowed)), gateway);
  }

  private List<InetAddress> resolve(String name) throws UnknownHostException {
    lookedUp.add(name);
    return names.getOrDefault(name, List.of(PUBLIC)).stream().map(InetAddress::ofLiteral).toList();
  }

  private Policy.Way way(String authority, Allow... allowed) throws Exception {
    return policy(GATEWAY, allowed).way(Target.of(authority, 443), this::resolve);
  }

  private String reason(String authority, Allow... allowed) {
    return catchThrowableOfType(Refusal.class, () -> way(authority, allowed)).reason();
  }

  @Test
  void aRefusalShowsNoControlCharacters() {
    var refusal = catchThrowableOfType(Refusal.class, () -> Target.of("a\u001b[31m\nb", 443));
    assertThat(Stream.of(refusal.host())).containsExactly("a?[31m?b");
  }
}
