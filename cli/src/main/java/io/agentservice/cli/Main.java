package io.agentservice.cli;

import io.agentservice.worker.commands.WorkerCommand;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;

/** Entry point of the {@code agent} command; without a subcommand it prints its usage. */
@Command(
    name = "agent",
    description = "Runs autonomous software-engineering sessions on your own machines.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class)
public final class Main implements Runnable {
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          RunCommand.class,
          UpCommand.class,
          SessionCommand.class,
          KnowledgeCommand.class,
          PlaybookCommand.class,
          SecretCommand.class,
          ScheduleCommand.class,
          TokenCommand.class,
          AdminCommand.class,
          AuditCommand.class,
          WorkerCommand.class,
          RemoteCommand.class,
          ServerCommand.class,
          LoginCommand.class,
          DoctorCommand.class,
          CompletionCommand.class,
          VersionCommand.class,
          HelpCommand.class);

  /** They speak of all others. */
  private static final Set<String> OF_ALL = Set.of("completion", "help");

  @CommandLine.Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  Main() {}

  /**
   * Runs one command and ends the process with its exit code: 0 done, 1 failed, 2 wrong usage.
   *
   * @param args the command line, without the program's name
   */
  public static void main(String[] args) {
    var hidden = HiddenProcess.hide(args);
    var command = commandLine(List.of(args));
    hidden.join();
    int code = command.execute(args);
    if (HiddenProcess.lasts(args)) {
      System.exit(code);
    }
    // An exit first looks in every jar for somebody who wants to log it, which took as long as a
    // fifth of the help. Nothing is left to be done at the end of a command that doesn't last.
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(code);
  }

  /** The whole command tree, also for tests, which give it writers of their own. */
  static CommandLine commandLine() {
    return commandLine(CommandLine.defaultFactory());
  }

  /** The same with its parts, such as the {@link Connection}, made by the factory. */
  static CommandLine commandLine(CommandLine.IFactory parts) {
    return commandLine(_ -> true, parts);
  }

  /**
   * The command tree as far as a command line needs it: to look at the options of all commands
   * takes longer than most of them. Of the others it has what the usage says.
   */
  static CommandLine commandLine(List<String> words) {
    var first = words.stream().filter(word -> !word.startsWith("-")).findFirst().orElse("");
    return commandLine(
        OF_ALL.contains(first) ? _ -> true : first::equals, CommandLine.defaultFactory());
  }

  private static CommandLine commandLine(Predicate<String> isNeeded, CommandLine.IFactory parts) {
    var main = new CommandLine(new Main(), parts);
    for (var type : COMMANDS) {
      var command = type.getAnnotation(Command.class);
      main.addSubcommand(command.name(), isNeeded.test(command.name()) ? type : outline(command));
    }
    return main.setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .setParameterExceptionHandler(Failures::ofUsage);
  }

  private static CommandSpec outline(Command command) {
    var outline = CommandSpec.create();
    outline.usageMessage().header(command.header()).description(command.description());
    return outline;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
