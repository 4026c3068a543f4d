package io.agentservice.wire.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Security;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes with a server whose certificate its own authority signed. */
class MachineTrustTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path directory;
  private static Path certificate;
  private static SSLServerSocket server;

  @BeforeAll
  static void listen() throws Exception {
    var store = directory.resolve("store.p12");
    keytool(
        store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=ip:127.0.0.1");
    certificate = directory.resolve("own.pem");
    keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = new FileInputStream(store.toFile())) {
      keys.load(in, PASSWORD);
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    var loopback = InetAddress.ofLiteral("127.0.0.1");
    server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 9, loopback);
    Thread.ofPlatform().daemon().start(MachineTrustTest::answer);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private static void keytool(Path store, String... words) throws Exception {
    var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var all = new java.util.ArrayList<>(List.of(tool, words[0]));
    all.addAll(List.of(words).subList(1, words.length));
    all.addAll(List.of("-alias", "own", "-storetype", "PKCS12", "-storepass", "changeit"));
    all.addAll(List.of("-keystore", store.toString()));
    assertThat(new ProcessBuilder(all).inheritIO().start().waitFor()).isZero();
  }

  private static void answer() {
    while (!server.isClosed()) {
      try (var visitor = server.accept()) {
        visitor.getOutputStream().write(7);
      } catch (Exception e) {
        // one that does not trust us
      }
    }
  }

  private static int visit(Map<String, String> environment) throws Exception {
    var factory = MachineTrust.context(environment).getSocketFactory();
    try (var socket = factory.createSocket("127.0.0.1", server.getLocalPort())) {
      return socket.getInputStream().read();
    }
  }

  @Test
  void namedFileIsTrusted() throws Exception {
    assertThat(visit(Map.of("SSL_CERT_FILE", certificate.toString()))).isEqualTo(7);
  }

  @Test
  void namedDirectoriesAreTrusted() throws Exception {
    var named = Files.createDirectory(directory.resolve("certs"));
    Files.copy(certificate, named.resolve("3c58f906.0"));
    Files.writeString(named.resolve("README"), "no certificate");
    var empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(visit(Map.of("SSL_CERT_DIR", empty + ":" + named))).isEqualTo(7);
  }

  @Test
  void othersAreNot() {
    assertThatThrownBy(() -> visit(Map.of())).isInstanceOf(SSLException.class);
  }

  @Test
  void everyLibraryOfTheProcessTrustsWhatIsNamed() throws Exception {
    var usual = Security.getProperty("ssl.TrustManagerFactory.algorithm");
    try {
      MachineTrust.everywhere(Map.of("SSL_CERT_FILE", " "));
      assertThat(Security.getProperty("ssl.TrustManagerFactory.algorithm")).isEqualTo(usual);

      MachineTrust.everywhere(Map.of("SSL_CERT_FILE", certificate.toString()));
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      assertThat(((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers())
          .anyMatch(issuer -> issuer.getSubjectX500Principal().getName().equals("CN=localhost"))
          .hasSizeGreaterThan(20);
      var context = SSLContext.getInstance("TLS");
      context.init(null, null, null);
      try (var socket =
          context.getSocketFactory().createSocket("127.0.0.1", server.getLocalPort())) {
        assertThat(socket.getInputStream().read()).isEqualTo(7);
      }
    } finally {
      Security.setProperty("ssl.TrustManagerFactory.algorithm", usual);
      Security.removeProvider("AgentNamedAuthorities");
    }
  }

  @Test
  void aProcessThatIsToTrustWhatCantBeReadDoesNotStart() {
    assertThatThrownBy(() -> MachineTrust.everywhere(Map.of("SSL_CERT_DIR", ":/nowhere")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("SSL_CERT_FILE or SSL_CERT_DIR cannot be read: /nowhere");
  }

  @Test
  void nameOfNothingIsToldOf() {
    assertThatThrownBy(() -> MachineTrust.context(Map.of("SSL_CERT_FILE", "/nowhere/ca.pem")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("SSL_CERT_FILE or SSL_CERT_DIR cannot be read: /nowhere/ca.pem");
  }
}
