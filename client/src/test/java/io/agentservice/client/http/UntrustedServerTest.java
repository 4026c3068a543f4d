package io.agentservice.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.agentservice.client.AgentClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose certificate an authority signed that this machine was not told of. */
class UntrustedServerTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path directory;

  @Test
  void theFailureNamesTheSettingThatHelps() throws Exception {
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(ofItsOwn()));
    server.start();
    var address = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    try (var client = new AgentClient(ClientSettings.of(address, "agt_test"))) {
      assertThatThrownBy(client::self)
          .hasMessageStartingWith("No answer from " + address + "/v3/self: TLS failed: ")
          .isInstanceOfSatisfying(
              UnreachableException.class,
              failure -> assertThat(failure.hint()).contains("SSL_CERT_FILE"));
    } finally {
      server.stop(0);
    }
  }

  private SSLContext ofItsOwn() throws Exception {
    var file = directory.resolve("store.p12");
    var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var words =
        List.of(
            tool,
            "-genkeypair",
            "-alias",
            "own",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            file.toString());
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
