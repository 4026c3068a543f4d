package io.agentservice.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.home.Credentials;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.testing.AnnouncedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCommandTest {
  @TempDir private Path directory;
  private HttpServer service;
  private URI url;
  private Home home;

  @BeforeEach
  void start() throws IOException {
    home = new Home(directory);
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          var known =
              "Bearer agt_admin".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          var body = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(known ? 200 : 401, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    service.start();
    url = URI.create("http://127.0.0.1:" + service.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  @Test
  void theOnlyCopyOfTheAdministratorsKeyIsNotLost() throws IOException {
    home.write(Credentials.NONE.withOwn("agt_admin"));
    LoginCommand.keep(home, URI.create("https://elsewhere.example"), "agt_else");
    try (var _ = home.announce(AnnouncedServer.at(url.toString()))) {
      LoginCommand.keep(home, url, "agt_member");
    }
    assertThat(home.credentials().own()).isEqualTo("agt_admin");
    assertThat(home.credentials().keyFor(URI.create("https://elsewhere.example")))
        .contains("agt_else");
    assertThat(home.credentials().keyFor(url)).contains("agt_member");
  }

  @Test
  void aKeyThatOurServerNoLongerKnowsIsReplaced() throws IOException {
    home.write(Credentials.NONE.withOwn("agt_revoked"));
    try (var _ = home.announce(AnnouncedServer.at(url.toString()))) {
      LoginCommand.keep(home, url, "agt_new");
    }
    assertThat(home.credentials()).isEqualTo(Credentials.NONE.withOwn("agt_new"));
  }
}
