package io.agentservice.wire.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path directory;

  private void keytool(String... words) throws Exception {
    var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var all = new ArrayList<>(List.of(tool));
    all.addAll(List.of(words));
    all.addAll(List.of("-alias", "own", "-storetype", "PKCS12", "-storepass", PASSWORD));
    all.addAll(List.of("-keystore", directory.resolve("store.p12").toString()));
    assertThat(new ProcessBuilder(all).inheritIO().start().waitFor()).isZero();
  }

  private KeyStore keys() throws Exception {
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=x", "-ext", "san=ip:127.0.0.1");
    keytool("-exportcert", "-rfc", "-file", directory.resolve("own.pem").toString());
    var keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve("store.p12"))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  /** Shakes hands with whoever comes, until it is closed. */
  private static SSLServerSocket server(KeyStore keys) throws Exception {
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    var server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(() -> {
          while (!server.isClosed()) {
            try (var caller = server.accept()) {
              caller.getInputStream().read();
            } catch (IOException e) {
              // It does not trust us, has seen enough, or the test is over.
            }
          }
        });
    return server;
  }

  @Test
  void theEndOfATrustedOneIsTold() throws Exception {
    var keys = keys();
    var end = ((X509Certificate) keys.getCertificate("own")).getNotAfter().toInstant();
    try (var server = server(keys)) {
      var address = URI.create("https://127.0.0.1:" + server.getLocalPort());

      assertThat(
              Certificate.end(
                  address, Map.of("SSL_CERT_FILE", directory.resolve("own.pem").toString())))
          .isEqualTo(end);
    }
  }

  @Test
  void oneThatNobodyTrustsIsRefused() throws Exception {
    try (var server = server(keys())) {
      var address = URI.create("https://127.0.0.1:" + server.getLocalPort());

      assertThatThrownBy(() -> Certificate.end(address, Map.of())).isInstanceOf(IOException.class);
    }
  }
}
