package io.agentservice.cli.session.shell;

import io.agentservice.cli.connection.Connection;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.signals.Signals;
import io.agentservice.worker.terminal.UserTerminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code agent session terminal} (docs/terminals.md). */
@Command(
    name = "terminal",
    description = {
      "Opens a shell on the machine of a session, next to its agent.",
      "On a terminal it is a terminal; otherwise standard input is typed, and then exit.",
      "What it shows is not masked. Exits with the shell's status."
    },
    mixinStandardHelpOptions = true)
public final class SessionTerminalCommand implements Callable<Integer> {
  @Mixin private Connection connection;

  @Parameters(index = "0", paramLabel = "<session_id>", description = "Id of the session")
  private String id;

  @Option(
      names = "--cwd",
      paramLabel = "<dir>",
      description =
          "Where the shell begins, absolute or below the session's working directory; default: there")
  private @Nullable String cwd;

  @Option(
      names = "--join",
      paramLabel = "<terminal_id>",
      description = "Look at a terminal that is open already, and type into it")
  private @Nullable String join;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  SessionTerminalCommand() {}

  @Override
  public Integer call() {
    return connection.call(this::talk);
  }

  private int talk(SessionClient sessions) {
    var user = UserTerminal.open();
    var size = user.map(UserTerminal::size).orElse(UserTerminal.Size.USUAL);
    var terminal = join == null ? opened(sessions, size) : join;
    var err = spec.commandLine().getErr();
    var shell =
        new RemoteShell(
            (from, talk) -> sessions.connectTerminal(id, terminal, from, talk),
            new FileOutputStream(FileDescriptor.out),
            says -> {
              err.print("\r\nagent: " + says + "\r\n");
              err.flush();
            });
    if (user.isEmpty()) {
      return shell.play(System.in);
    }
    try (var raw = user.get()) {
      raw.raw();
      Signals.on("WINCH", () -> shell.resize(raw.size()));
      return shell.interact(
          System.in, size, "agent session terminal %s --join=%s".formatted(id, terminal));
    }
  }

  private String opened(SessionClient sessions, UserTerminal.Size size) {
    var body = JsonObject.of("rows", size.rows(), "columns", size.columns(), "cwd", cwd);
    return sessions.openTerminal(id, body).required("terminal_id");
  }
}
