package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TestDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own, and how it ends. */
class MainIT {
  @Test
  void aPortInUseIsSaidInALine(@TempDir Path home) throws Exception {
    try (var database = TestDatabase.create();
        var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var builder =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              Main.class.getName());
      builder
          .environment()
          .putAll(
              Map.of(
                  "AGENT_HOME",
                  home.toString(),
                  "AGENT_DATABASE_URL",
                  database.jdbcUrl(),
                  "AGENT_PORT",
                  String.valueOf(taken.getLocalPort())));
      var errors = home.resolve("errors").toFile();
      var server =
          builder.redirectError(errors).redirectOutput(home.resolve("out").toFile()).start();
      try {
        assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      } finally {
        server.destroyForcibly();
      }
      assertThat(server.exitValue()).isEqualTo(1);
      assertThat(errors)
          .content(StandardCharsets.UTF_8)
          .contains("agent: Can't listen on 127.0.0.1:" + taken.getLocalPort())
          .doesNotContain("\tat ");
    }
  }
}
