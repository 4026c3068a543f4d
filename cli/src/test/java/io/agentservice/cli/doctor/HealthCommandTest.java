package io.agentservice.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private HttpServer server;
  private volatile int status = 200;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/readyz",
        exchange -> {
          var body = "{\"state\":\"draining\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aProcessThatIsReadyIsHealthy() {
    assertThat(health()).isZero();
    assertThat(out.toString()).startsWith("ready");
  }

  @Test
  void oneThatIsNotSaysWhatItAnswers() {
    status = 503;
    assertThat(health()).isEqualTo(1);
    assertThat(out.toString()).contains("not ready", "draining");
  }

  @Test
  void oneThatIsGoneIsTold() {
    server.stop(0);
    assertThat(health()).isEqualTo(1);
    assertThat(err.toString()).contains("does not answer").doesNotContain("\tat ");
  }

  private int health() {
    var url = "http://127.0.0.1:%d/readyz".formatted(server.getAddress().getPort());
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("health", "--url", url);
  }
}
