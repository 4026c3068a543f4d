package io.agentservice.worker.commands;

import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import java.io.PrintWriter;
import java.net.URI;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the service is and who calls: the flags that all worker commands share. */
final class Connection {
  @Option(
      names = "--token",
      paramLabel = "<token>",
      description = "Service user token; better given by the variable: arguments are visible")
  @Nullable String token;

  @Option(names = "--api-url", paramLabel = "<url>", description = "API base address")
  @SuppressWarnings("NullAway.Init") // Flags has a default for it
  URI apiUrl;

  /** The token; without one the command ends before any request. */
  String token() {
    if (token == null || token.isBlank()) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "No token",
          "Set AGENT_OUTPOSTS_TOKEN, or give --token; a service user with UseOutpostsMachine has one");
    }
    return token;
  }

  void use(Login.Service service) {
    apiUrl = service.url();
    token = service.key();
  }

  int call(PrintWriter err, ToIntFunction<FleetClient> action) {
    try (var client = new AgentClient(settings())) {
      return action.applyAsInt(client.fleet());
    } catch (WorkerFailure e) {
      return say(err, String.valueOf(e.getMessage()), e.hint(), e.exitCode());
    } catch (ClientException e) {
      return say(err, String.valueOf(e.getMessage()), e.hint(), ExitCode.of(e));
    }
  }

  private ClientSettings settings() {
    try {
      return ClientSettings.of(apiUrl, token());
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    }
  }

  static int say(PrintWriter err, String detail, @Nullable String hint, int exitCode) {
    err.println(detail);
    if (hint != null) {
      err.println("  hint: " + hint);
    }
    err.flush();
    return exitCode;
  }
}
