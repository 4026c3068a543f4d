package io.agentservice.worker.commands;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.signals.Signals;
import io.agentservice.worker.Worker;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.health.HealthBoard;
import io.agentservice.worker.health.HealthServer;
import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.settings.VariableAliases;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code agent worker start} (interface.md 10.1, fleet.md 7). */
@Command(
    name = "start",
    description = {
      "Claim sessions of an outpost and serve them on this machine, one at a time.",
      "Run it from the directory that holds the sessions' repositories.",
      "Signals: TERM or INT stop and give the session back (after --drain-secs at most), a second one stops at once, USR1 takes no new session and ends after the one under way."
    },
    defaultValueProvider = Flags.class,
    showDefaultValues = true,
    mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private WorkerFlags flags;

  @Option(names = "--json", description = "One JSON object per event on stdout")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Spec
  void describe(CommandSpec own) {
    spec = own;
    own.usageMessage()
        .footerHeading("%nVariables of the environment, which flags override:%n")
        .footer(
            Flags.VARIABLES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(entry ->
                    Stream.of(
                        "  " + entry.getKey(), "      " + VariableAliases.both(entry.getValue())))
                .toArray(String[]::new));
  }

  @Override
  public Integer call() {
    var err = spec.commandLine().getErr();
    try {
      var settings = settings(err);
      var board = new HealthBoard(progress(err), InstantSource.system());
      try (var _ = flags.healthPort == 0 ? null : listen(board)) {
        return run(new Worker(settings, board));
      }
    } catch (WorkerFailure e) {
      return Connection.say(err, String.valueOf(e.getMessage()), e.hint(), e.exitCode());
    }
  }

  private static int run(Worker worker) {
    Signals.on("TERM", () -> worker.stop(ExitCode.TERMINATED));
    Signals.on("INT", () -> worker.stop(ExitCode.INTERRUPTED));
    Signals.on("USR1", worker::drain);
    return worker.run();
  }

  private HealthServer listen(HealthBoard board) {
    var address = new InetSocketAddress(flags.healthHost, flags.healthPort);
    try {
      return new HealthServer(address, board);
    } catch (IOException | UnresolvedAddressException e) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "Cannot listen on %s:%d: %s"
              .formatted(
                  flags.healthHost,
                  flags.healthPort,
                  address.isUnresolved() ? "unknown address" : e.getMessage()),
          "Choose another --health-port for each worker of a machine");
    }
  }

  /** The flags as settings. */
  WorkerSettings settings(PrintWriter err) {
    return flags.settings(token -> ask(token, err));
  }

  @SuppressWarnings(
      "SystemConsoleNull") // never null on this JDK, but its declaration does not say so
  private String ask(String token, PrintWriter err) {
    var console = System.console();
    if (console == null || !console.isTerminal()) {
      throw new WorkerFailure(
          ExitCode.USAGE, "No outpost to serve", "Name one with --outpost=<id or name>");
    }
    try (var client = new AgentClient(ClientSettings.of(flags.connection.apiUrl, token))) {
      return OutpostPrompt.choose(client.fleet(), new BufferedReader(console.reader()), err);
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    } catch (ClientException e) {
      throw new WorkerFailure(ExitCode.of(e), String.valueOf(e.getMessage()), e.hint());
    }
  }

  /** Lines for a person on stderr, or objects for a program on stdout. */
  private Progress progress(PrintWriter err) {
    var out = spec.commandLine().getOut();
    return event -> {
      if (json) {
        out.println(EventFields.of(event).toJson());
        out.flush();
      } else {
        err.println(EventLines.of(event));
        err.flush();
      }
    };
  }
}
