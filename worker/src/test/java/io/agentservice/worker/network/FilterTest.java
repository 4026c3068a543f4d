package io.agentservice.worker.network;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.network.policy.LivePolicy;
import java.io.IOException;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tunnels through the filter. */
@Timeout(200)
class FilterTest extends FilterScenario {
  @Test
  void tlsOfTheSameNamePassesUntouched() throws Exception {
    var server = new Server("");
    filter("good.test");
    var hello = ClientHelloTest.of("good.test");
    var client = client().tunnel("good.test:" + server.port()).say(hello);
    assertThat(client.hear(hello.length)).isEqualTo(new String(hello, ISO_8859_1));
    client.say("more").channel().shutdownOutput();
    assertThat(client.hearAll()).isEqualTo("more");
    assertThat(denied()).isEmpty();
  }

  @Test
  void itMayComeInPieces() throws Exception {
    var server = new Server("");
    filter("good.test");
    var hello = ClientHelloTest.inRecords(ClientHelloTest.of("good.test"), 50);
    var client = client().tunnel("good.test:" + server.port());
    for (int at = 0; at < hello.length; at += 40) {
      client.say(Arrays.copyOfRange(hello, at, Math.min(hello.length, at + 40)));
    }
    assertThat(client.hear(hello.length)).isEqualTo(new String(hello, ISO_8859_1));
  }

  @Test
  void itMayComeWithTheQuestionForTheTunnel() throws Exception {
    var server = new Server("");
    filter("good.test");
    var hello = new String(ClientHelloTest.of("good.test"), ISO_8859_1);
    var question = "CONNECT good.test:%d HTTP/1.1\r\n\r\n".formatted(server.port());
    var client = client().say(question + hello);
    assertThat(client.hear(Client.ESTABLISHED.length() + hello.length())).endsWith(hello);
  }

  @ParameterizedTest
  @ValueSource(strings = {"other.test", "a.good.test", "good.test.other.test"})
  void tlsOfAnotherNameIsCutOff(String name) throws Exception {
    var server = new Server("");
    filter("good.test");
    var client = client().tunnel("good.test:" + server.port()).say(ClientHelloTest.of(name));
    assertThat(client.hearAll()).isEmpty();
    assertThat(server.heard).isEmpty();
    assertThat(denied())
        .isEqualTo("1\t%d\tgood.test\tTLS wants another name: %s\n".formatted(server.port(), name));
  }

  @Test
  void tlsWithoutANameIsCutOff() throws Exception {
    var server = new Server("");
    filter("good.test");
    var client = client().tunnel("good.test:" + server.port()).say(ClientHelloTest.of(null));
    assertThat(client.hearAll()).isEmpty();
    assertThat(server.heard).isEmpty();
  }

  @Test
  void whatIsNeitherTlsNorHttpIsCutOff() throws Exception {
    var server = new Server("");
    filter("good.test");
    for (var words :
        List.of("SSH-2.0-x\r\n", "\r\nGET / HTTP/1.1\r\nHost: other.test\r\n\r\n", "\0\0\0\1")) {
      var client = client().tunnel("good.test:" + server.port()).say(words);
      assertThat(client.hearAll()).isEmpty();
    }
    assertThat(server.heard).isEmpty();
    assertThat(denied()).startsWith("3\t").contains("neither");
  }

  @Test
  void anAddressThatIsAllowedMaySpeakAnything() throws Exception {
    var server = new Server("");
    filter();
    var client = client().tunnel("127.0.0.1:" + server.port()).say("SSH-2.0-x\r\n");
    assertThat(client.hear(11)).isEqualTo("SSH-2.0-x\r\n");
  }

  @Test
  void aNameThatIsNotAllowedIsRefusedWithAWord() throws Exception {
    filter("good.test");
    assertThat(client().say("CONNECT bad.test:443 HTTP/1.1\r\n\r\n").hearAll())
        .startsWith("HTTP/1.1 403 ")
        .endsWith(
            "bad.test:443 is refused by the session's network policy: it does not allow this name\n");
    assertThat(lookedUp).isEmpty();
  }

  @Test
  void aNameIsLookedUpOnceAndTheCheckedAddressConnectedTo() throws Exception {
    var server = new Server("");
    filter("good.test");
    client().tunnel("good.test:" + server.port());
    assertThat(lookedUp).containsExactly("good.test");
    names.put("good.test", List.of("169.254.169.254"));
    assertThatThrownBy(() -> client().tunnel("good.test:" + server.port()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("403");
    assertThat(denied()).contains("leads to 169.254.169.254");
  }

  @Test
  void anAddressWithoutAServerIsPassedOverForTheNext() throws Exception {
    var server = new Server("");
    names.put("good.test", List.of("127.0.0.2", "127.0.0.1"));
    filter("good.test");
    client().tunnel("good.test:" + server.port());
  }

  @Test
  void aNameWithoutAddressIsToldAndIsNoDenial() throws Exception {
    filter("missing.test");
    assertThat(client().say("CONNECT missing.test:443 HTTP/1.1\r\n\r\n").hearAll())
        .startsWith("HTTP/1.1 502 ")
        .contains("no address");
    assertThat(denied()).isEmpty();
  }

  @Test
  void eachDenialIsCounted() throws Exception {
    filter();
    for (int number = 0; number < 3; number++) {
      client().say("CONNECT bad.test:443 HTTP/1.1\r\n\r\n").hearAll();
    }
    client().say("CONNECT bad.test:80 HTTP/1.1\r\n\r\n").hearAll();
    assertThat(denied().lines())
        .containsExactly(
            "3\t443\tbad.test\tit does not allow this name",
            "1\t80\tbad.test\tit does not allow this name");
  }

  @Test
  void denialsAreBounded() throws Exception {
    filter();
    for (int number = 0; number < 510; number++) {
      try (var client = client()) {
        client.say("CONNECT bad%d.test:443 HTTP/1.1\r\n\r\n".formatted(number)).hearAll();
      }
    }
    assertThat(denied().lines()).hasSize(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "CONN", "CONNECT good.test:443 HTTP/1.1\r\nHost: go"})
  void whoSaysNotInTimeWhereToIsCutOff(String words) throws Exception {
    filter(QUICK, "good.test");
    assertThat(client().say(words).hearAll()).isEmpty();
  }

  @Test
  void whoSaysNotInTimeWhomItExpectsIsCutOff() throws Exception {
    var server = new Server("");
    filter(QUICK, "good.test");
    var client = client().tunnel("good.test:" + server.port());
    client.say(Arrays.copyOf(ClientHelloTest.of("good.test"), 20));
    assertThat(client.hearAll()).isEmpty();
    assertThat(server.heard).isEmpty();
  }

  @Test
  void aTunnelIsNotCutOffForBeingSilent() throws Exception {
    var server = new Server("");
    filter(QUICK);
    var client = client().tunnel("127.0.0.1:" + server.port());
    assertThat(client().hearAll()).isEmpty(); // the limit of those who say nothing is over
    assertThat(client.say("late").hear(4)).isEqualTo("late");
  }

  @Test
  void connectionsBeyondTheLimitAreClosedAtOnceAndOthersGoOn() throws Exception {
    var server = new Server("");
    filter(QUICK);
    var first = client().tunnel("127.0.0.1:" + server.port());
    for (int number = 1; number < QUICK.connections(); number++) {
      client().tunnel("127.0.0.1:" + server.port());
    }
    assertThat(client().hearAll()).isEmpty();
    assertThat(first.say("still").hear(5)).isEqualTo("still");
    first.close();
    var again = "";
    while (!again.equals(Client.ESTABLISHED)) { // a place is free once the first has ended
      try (var client = client()) {
        client.say("CONNECT 127.0.0.1:%d HTTP/1.1\r\n\r\n".formatted(server.port()));
        again = client.hear(Client.ESTABLISHED.length());
      } catch (IOException _) {
        again = "";
      }
    }
  }

  @Test
  void closingEndsAll() throws Exception {
    var server = new Server("");
    var filter = filter();
    var client = client().tunnel("127.0.0.1:" + server.port());
    filter.close();
    assertThat(client.hearAll()).isEmpty();
    while (listens()) {} // the system closes it a moment after the one who waited has gone
  }

  private boolean listens() {
    try (var _ = client()) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  @Test
  void itTakesThePlaceOfAnEarlierOne() throws Exception {
    var server = new Server("");
    filter().close();
    assertThat(socket()).exists();
    filter();
    client().tunnel("127.0.0.1:" + server.port());
  }

  @Test
  void itsPathMayBeLongerThanASocketsMay() throws Exception {
    var far = directory;
    while (far.toString().length() < 200) {
      far = far.resolve("a-rather-long-name-of-a-directory");
    }
    Files.createDirectories(far);
    var policy =
        new LivePolicy(
            QueueEntry.NetworkPolicy.UNRESTRICTED,
            URI.create("ws://gateway.test/"),
            Optional::empty);
    closing(Filter.listen(far.resolve("out.sock"), policy));
    assertThat(far.resolve("out.sock")).exists();
    Files.createSymbolicLink(directory.resolve("near"), far);
    var near = directory.resolve("near/out.sock");
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(near))) {
      assertThat(new Client(channel).say("GET /denied HTTP/1.1\r\n\r\n").hearAll()).contains("200");
    }
  }
}
