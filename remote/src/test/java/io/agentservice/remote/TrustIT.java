package io.agentservice.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose certificate an authority of the company signed. */
class TrustIT {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path directory;

  @Test
  void theMachinesCertificatesAreTrusted() throws Exception {
    var certificate = directory.resolve("ca.pem");
    try (var gateway = new FakeGateway(tls(certificate));
        var _ = start(gateway, Map.of("SSL_CERT_FILE", certificate.toString()))) {
      assertThat(gateway.awaitHello(1).capabilities()).contains("exec");
    }
  }

  @Test
  void othersAreNot() throws Exception {
    try (var gateway = new FakeGateway(tls(directory.resolve("ca.pem")));
        var remote = start(gateway, Map.of())) {
      RemoteUnderTest.await("a refusal", () -> remote.log().contains("not connected: "));
      assertThat(remote.log()).contains("SSLHandshakeException");
    }
  }

  @Test
  void aNameOfNothingIsAFaultOfTheConfiguration() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = start(gateway, Map.of("SSL_CERT_FILE", "/nowhere/ca.pem"))) {
      gateway.awaitHello(1); // nothing is read without TLS
      assertThat(remote.log()).doesNotContain("SSL_CERT_FILE");
    }
    try (var gateway = new FakeGateway(tls(directory.resolve("ca.pem")));
        var remote = start(gateway, Map.of("SSL_CERT_FILE", "/nowhere/ca.pem"))) {
      assertThat(remote.awaitExit()).isEqualTo(2);
      assertThat(remote.log()).contains("SSL_CERT_FILE or SSL_CERT_DIR cannot be read");
    }
  }

  private RemoteUnderTest start(FakeGateway gateway, Map<String, String> more) throws IOException {
    var environment = RemoteUnderTest.environment(directory, gateway);
    environment.putAll(more);
    return RemoteUnderTest.start(directory, environment, "serve");
  }

  private SSLContext tls(Path certificate) throws Exception {
    var store = Files.createTempDirectory(directory, "keys").resolve("store.p12");
    keytool(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=x", "-ext", "san=ip:127.0.0.1");
    keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static void keytool(Path store, String... words) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(
        List.of("-alias", "own", "-storepass", "changeit", "-keystore", store.toString()));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).doesNotContain("rror");
    assertThat(process.waitFor()).isZero();
  }
}
