package io.agentservice.worker.commands;

import io.agentservice.wire.bridge.BridgeAddress;
import io.agentservice.wire.signals.Signals;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.terminal.UserTerminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent worker attach} (docs/worker.md). */
@Command(
    name = "attach",
    description = {
      "Open a shell in a session's work directory, next to its agent, on this machine.",
      "On a terminal it is a terminal; otherwise standard input is read as a script.",
      "Exits with the shell's status."
    },
    defaultValueProvider = Flags.class,
    mixinStandardHelpOptions = true)
final class AttachCommand implements Callable<Integer> {
  @Parameters(paramLabel = "<session_id>", description = "A session that a worker here serves")
  @SuppressWarnings("NullAway.Init") // required
  private String session;

  @Option(
      names = "--data-dir",
      paramLabel = "<dir>",
      description = "As given to the worker; default: worker in AGENT_HOME (~/.agent)")
  private @Nullable Path dataDirectory;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      var address = address();
      var terminal = UserTerminal.open();
      return terminal.isPresent() ? interact(address, terminal.get()) : pipe(address);
    } catch (WorkerFailure e) {
      var err = spec.commandLine().getErr();
      return Connection.say(err, String.valueOf(e.getMessage()), e.hint(), e.exitCode());
    }
  }

  private BridgeAddress address() {
    var data = DataDirectory.of(dataDirectory);
    try {
      var directory = SessionDirectory.of(data, session);
      if (!Files.isDirectory(directory.path())) {
        throw new WorkerFailure(
            ExitCode.USAGE,
            "No session " + session + " on this machine",
            "Looked in " + directory.path().getParent() + "; --data-dir names another place");
      }
      if (Files.exists(directory.gateway())) {
        throw new WorkerFailure(
            ExitCode.FAILURE,
            "Session " + session + " has a network of its own, where attach does not reach it",
            "Its network policy says so: docs/isolation.md");
      }
      return BridgeAddress.read(directory.state())
          .orElseThrow(() ->
              new WorkerFailure(
                  ExitCode.FAILURE,
                  "Session " + session + " has no PTY bridge now",
                  "It may be asleep, of another user, or its remote says why in "
                      + directory.logPath()));
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    }
  }

  private static int pipe(BridgeAddress address) {
    try (var shell = Attachment.open(address, new UserTerminal.Size(0, 0), "")) {
      return relay(shell);
    }
  }

  private static int interact(BridgeAddress address, UserTerminal terminal) {
    var type = Objects.requireNonNullElse(System.getenv("TERM"), "");
    try (var shell = Attachment.open(address, terminal.size(), type)) {
      try (terminal) {
        terminal.raw();
        Signals.on("WINCH", () -> shell.resize(terminal.size()));
        return relay(shell);
      }
    }
  }

  private static int relay(Attachment shell) {
    // Not stopped at the end: a read of standard input cannot be interrupted.
    Thread.ofPlatform().daemon().name("typed").start(() -> shell.feed(System.in));
    return shell.show(new FileOutputStream(FileDescriptor.out));
  }
}
