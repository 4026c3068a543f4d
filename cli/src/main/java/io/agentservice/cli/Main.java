package io.agentservice.cli;

import io.agentservice.worker.commands.WorkerCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Entry point of the {@code agent} command; without a subcommand it prints its usage. */
@Command(
    name = "agent",
    description = "Runs autonomous software-engineering sessions on your own machines.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    subcommands = {
      DemoCommand.class,
      RunCommand.class,
      UpCommand.class,
      SessionCommand.class,
      WorkerCommand.class,
      RemoteCommand.class,
      ServerCommand.class,
      LoginCommand.class,
      DoctorCommand.class,
      CompletionCommand.class,
      VersionCommand.class,
      HelpCommand.class
    })
public final class Main implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  Main() {}

  /**
   * Runs one command and ends the process with its exit code: 0 done, 1 failed, 2 wrong usage.
   *
   * @param args the command line, without the program's name
   */
  public static void main(String[] args) {
    HiddenProcess.hide(args);
    System.exit(commandLine().execute(args));
  }

  /** The whole command tree, also for tests, which give it writers of their own. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .setParameterExceptionHandler(Failures::ofUsage);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
