package io.agentservice.worker.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** Real first words of Java's TLS, whole, cut in pieces, and damaged. */
class ClientHelloTest {
  /** What a client of this name says first; null says none. */
  static byte[] of(String name) throws Exception {
    var engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    if (name != null) {
      var parameters = engine.getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName(name)));
      engine.setSSLParameters(parameters);
    }
    var bytes = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), bytes);
    var hello = new byte[bytes.position()];
    bytes.flip().get(hello);
    return hello;
  }

  private static ClientHello read(byte[] bytes) {
    return ClientHello.of(ByteBuffer.wrap(bytes));
  }

  @Test
  void itsNameIsFound() throws Exception {
    assertThat(read(of("Registry.Example.com")))
        .isEqualTo(new ClientHello.Whole("registry.example.com"));
    assertThat(read(of(null))).isEqualTo(new ClientHello.Whole(null));
  }

  @Test
  void itIsIncompleteUntilItsLastByte() throws Exception {
    var hello = of("example.com");
    for (int length = 0; length < hello.length; length++) {
      assertThat(read(Arrays.copyOf(hello, length)))
          .as("%d bytes", length)
          .isEqualTo(new ClientHello.Incomplete());
    }
  }

  @Test
  void itMayComeInAnyNumberOfRecords() throws Exception {
    var hello = of("example.com");
    for (int size : List.of(1, 7, 100)) {
      assertThat(read(inRecords(hello, size))).isEqualTo(new ClientHello.Whole("example.com"));
    }
  }

  @Test
  void whatComesBehindItChangesNothing() throws Exception {
    var hello = of("example.com");
    var more = Arrays.copyOf(hello, hello.length + 6);
    more[hello.length] = 20;
    more[hello.length + 1] = 3;
    more[hello.length + 4] = 1;
    assertThat(read(more)).isEqualTo(new ClientHello.Whole("example.com"));
  }

  @Test
  void whatIsNoTlsIsNone() {
    assertThat(read("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(new ClientHello.Malformed());
    assertThat(read(new byte[] {22, 3, 1, 0, 4, 2, 0, 0, 0}))
        .isEqualTo(new ClientHello.Malformed());
  }

  @Test
  void noDamageIsAnError() throws Exception {
    var random = new Random(1);
    for (int round = 0; round < 20_000; round++) {
      var hello = of1.clone();
      for (int change = 0; change <= random.nextInt(4); change++) {
        hello[5 + random.nextInt(hello.length - 5)] = (byte) random.nextInt();
      }
      assertThat(read(hello)).isInstanceOf(ClientHello.class);
    }
  }

  private final byte[] of1 = of("example.com");

  ClientHelloTest() throws Exception {}

  static byte[] inRecords(byte[] hello, int size) {
    var out = new ByteArrayOutputStream();
    for (int at = 5; at < hello.length; at += size) {
      int length = Math.min(size, hello.length - at);
      out.writeBytes(new byte[] {22, 3, 1, (byte) (length >> 8), (byte) length});
      out.write(hello, at, length);
    }
    return out.toByteArray();
  }
}
