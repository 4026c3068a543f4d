package io.agentservice.cli.doctor;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Output;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent health}: what a probe asks that can't ask by HTTP itself. */
@Command(
    name = "health",
    description = {
      "Asks a process of this machine whether it is ready, for probes of containers.",
      "Exit code 0 when it is, 1 when it isn't or does not answer."
    },
    mixinStandardHelpOptions = true)
public final class HealthCommand implements Callable<Integer> {
  private static final int LONGEST_ANSWER = 1000;

  @Mixin private Output output;

  @Option(
      names = "--url",
      paramLabel = "<url>",
      description =
          "What to ask (/readyz of the server, at AGENT_PORT); a worker has /healthz at its AGENT_WORKER_HEALTH_PORT")
  private @Nullable URI url;

  @Option(
      names = "--timeout",
      paramLabel = "<seconds>",
      defaultValue = "3",
      description = "How long to wait for the answer (${DEFAULT-VALUE})")
  private int seconds;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  HealthCommand() {}

  @Override
  public Integer call() {
    var asked = url == null ? ownServer(GivenSettings.of(System.getenv())) : url;
    try {
      var connection = connect(asked);
      int status = connection.getResponseCode();
      boolean ready = status == HttpURLConnection.HTTP_OK;
      output.result(
          JsonObject.of("ready", ready, "url", asked.toString(), "status", (long) status),
          (_, out) -> out.println(ready ? "ready" : "not ready: " + answer(connection)));
      return ready ? 0 : 1;
    } catch (IOException | ClassCastException | IllegalArgumentException e) {
      throw CommandFailure.failed(
          asked + " does not answer: " + Objects.toString(e.getMessage(), "no reason given"), null);
    }
  }

  /** Directly, whatever proxies this machine has: it is its own. */
  private HttpURLConnection connect(URI asked) throws IOException {
    var connection = (HttpURLConnection) asked.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(Math.clamp(seconds, 1, 600) * 1000);
    connection.setReadTimeout(Math.clamp(seconds, 1, 600) * 1000);
    return connection;
  }

  private static String answer(HttpURLConnection connection) {
    try (var in = connection.getErrorStream()) {
      return in == null
          ? "no answer"
          : new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "no answer";
    }
  }

  private static URI ownServer(Map<String, String> environment) {
    var port = environment.getOrDefault("AGENT_PORT", "").strip();
    try {
      return URI.create("http://127.0.0.1:%s/readyz".formatted(port.isEmpty() ? "8080" : port));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("AGENT_PORT is no port", null);
    }
  }
}
