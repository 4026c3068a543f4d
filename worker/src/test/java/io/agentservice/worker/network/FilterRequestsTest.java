package io.agentservice.worker.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of plain HTTP through the filter, with and without a tunnel. */
@Timeout(200)
class FilterRequestsTest extends FilterScenario {
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @Test
  void oneIsPassedOnAsTheServerExpectsIt() throws Exception {
    var server = new Server(ANSWER);
    filter("good.test");
    var answer =
        client()
            .say(
                "GET http://Good.test:%1$d/a?b HTTP/1.1\r\nHost: good.test:%1$d\r\nAccept: x\r\nProxy-Connection: keep-alive\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nProxy-Authorization: Basic eA==\r\n\r\n"
                    .formatted(server.port()))
            .hearAll();
    assertThat(answer).isEqualTo(ANSWER);
    assertThat(server.heard.take())
        .isEqualTo(
            "GET /a?b HTTP/1.1\r\nHost: good.test:%d\r\nAccept: x\r\nConnection: close\r\n\r\n"
                .formatted(server.port()));
  }

  @Test
  void oneMayComeThroughATunnel() throws Exception {
    var server = new Server(ANSWER);
    filter("good.test");
    var client = client().tunnel("good.test:" + server.port());
    client.say("GET /a HTTP/1.1\r\nHost: good.test:%d\r\n\r\n".formatted(server.port()));
    assertThat(client.hearAll()).isEqualTo(ANSWER);
    assertThat(server.heard.take()).startsWith("GET /a HTTP/1.1\r\nHost: good.test");
  }

  @ParameterizedTest
  @ValueSource(strings = {"other.test", "other.test:80", "good.test:1", "good.test@other.test", ""})
  void aRequestForAnotherNameIsRefused(String host) throws Exception {
    var server = new Server(ANSWER);
    filter("good.test");
    assertThat(
            ask(
                "GET http://good.test:%d/ HTTP/1.1\r\nHost: %s\r\n\r\n"
                    .formatted(server.port(), host)))
        .contains(" 403 ");
    var tunnel = client().tunnel("good.test:" + server.port());
    assertThat(tunnel.say("GET / HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(host)).hearAll())
        .isEmpty();
    assertThat(server.heard).isEmpty();
    assertThat(denied()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://good.test/ HTTP/1.1\r\nHost: good.test\r\nHost: other.test\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nHost : other.test\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nA: b\r\n Host: other.test\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nA: b\nHost: other.test\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nA: b\rHost: other.test\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
        "GET http://good.test/ HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "GET http://good.test/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET http://good.test/ HTTP/2.0\r\n\r\n",
        "GET  http://good.test/ HTTP/1.1\r\n\r\n",
        "GET https://good.test/ HTTP/1.1\r\n\r\n",
        "GET ftp://good.test/ HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: good.test\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\n",
        "nonsense\r\n\r\n",
      })
  void whatCouldBeUnderstoodInTwoWaysIsRefused(String head) throws Exception {
    var server = new Server(ANSWER);
    filter("good.test");
    var client = client().say(head.replace("good.test/", "good.test:" + server.port() + "/"));
    assertThat(client.hearAll()).startsWith("HTTP/1.1 400 ");
    assertThat(server.heard).isEmpty();
  }

  @Test
  void aSecondRequestBehindTheFirstIsNotPassedOn() throws Exception {
    var server = new Server("");
    filter("good.test");
    var client = client();
    client.say(
        "POST http://good.test:%1$d/ HTTP/1.1\r\nHost: good.test:%1$d\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nHost: other.test\r\n\r\n"
            .formatted(server.port()));
    assertThat(heard(server, "abc")).endsWith("\r\n\r\nabc");
    assertThat(server.heard.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void thatHoldsForABodyInChunksToo() throws Exception {
    var server = new Server("");
    filter("good.test");
    var client = client();
    client.say(
        "POST http://good.test:%1$d/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nA: b\r\n\r\nGET / HTTP/1.1\r\n\r\n"
            .formatted(server.port()));
    assertThat(heard(server, "A: b\r\n\r\n")).endsWith("3;x=y\r\nabc\r\n0\r\nA: b\r\n\r\n");
    assertThat(server.heard.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"3\nabc\r\n0\r\n\r\n", "-1\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n", "x\r\n\r\n"})
  void brokenChunksEndTheConnection(String body) throws Exception {
    var server = new Server("");
    filter("good.test");
    var client = client();
    client.say(
        "POST http://good.test:%d/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n%sGET / HTTP/1.1\r\n\r\n"
            .formatted(server.port(), body));
    var _ = client.hearAll();
    assertThat(String.join("", server.heard)).doesNotContain("GET / HTTP");
  }

  @Test
  void aLargeBodyPassesWhole() throws Exception {
    var server = new Server("");
    filter("good.test");
    int size = 3 << 20;
    var client = client();
    var reader = Thread.ofVirtual().start(() -> read(client));
    client.say(
        "PUT http://good.test:%d/ HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
            .formatted(server.port(), size));
    client.say(new byte[size]);
    long heard = 0;
    while (heard < size) {
      heard += server.heard.take().chars().filter(character -> character == 0).count();
    }
    assertThat(heard).isEqualTo(size);
    client.close();
    reader.join();
  }

  private String ask(String text) throws IOException {
    return client().say(text).hearAll();
  }

  private static void read(Client client) {
    try {
      var _ = client.hearAll();
    } catch (IOException _) {
      // closed
    }
  }

  private static String heard(Server server, String end) throws InterruptedException {
    var all = new StringBuilder();
    while (!all.toString().endsWith(end)) {
      all.append(server.heard.take());
    }
    return all.toString();
  }
}
