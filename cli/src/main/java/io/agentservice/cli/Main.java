package io.agentservice.cli;

import io.agentservice.cli.acp.AcpCommand;
import io.agentservice.cli.admin.AdminCommand;
import io.agentservice.cli.audit.AuditCommand;
import io.agentservice.cli.backup.BackupCommand;
import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.connection.LoginCommand;
import io.agentservice.cli.connection.McpCommand;
import io.agentservice.cli.demo.DemoCommand;
import io.agentservice.cli.doctor.ConfigCommand;
import io.agentservice.cli.doctor.DoctorCommand;
import io.agentservice.cli.doctor.HealthCommand;
import io.agentservice.cli.eval.EvalCommand;
import io.agentservice.cli.help.CompletionCommand;
import io.agentservice.cli.help.VersionCommand;
import io.agentservice.cli.help.WholeWords;
import io.agentservice.cli.organization.KnowledgeCommand;
import io.agentservice.cli.organization.McpServerCommand;
import io.agentservice.cli.organization.MemberCommand;
import io.agentservice.cli.organization.ModelCommand;
import io.agentservice.cli.organization.PlaybookCommand;
import io.agentservice.cli.organization.PreferencesCommand;
import io.agentservice.cli.organization.ScheduleCommand;
import io.agentservice.cli.organization.SecretCommand;
import io.agentservice.cli.organization.TokenCommand;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.HiddenProcess;
import io.agentservice.cli.publish.RemoteCommand;
import io.agentservice.cli.run.RunCommand;
import io.agentservice.cli.service.BuildVersion;
import io.agentservice.cli.service.MigrateCommand;
import io.agentservice.cli.service.ServerCommand;
import io.agentservice.cli.session.SessionCommand;
import io.agentservice.cli.terminal.Colours;
import io.agentservice.cli.terminal.Failures;
import io.agentservice.cli.up.UpCommand;
import io.agentservice.cli.verify.VerifyCommand;
import io.agentservice.wire.settings.GivenSettings;
import io.agentservice.wire.trust.MachineTrust;
import io.agentservice.worker.commands.Login;
import io.agentservice.worker.commands.WorkerCommand;
import java.io.PrintWriter;
import java.math.BigDecimal;
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
          EvalCommand.class,
          SessionCommand.class,
          KnowledgeCommand.class,
          PlaybookCommand.class,
          SecretCommand.class,
          ScheduleCommand.class,
          McpServerCommand.class,
          ModelCommand.class,
          McpCommand.class,
          AcpCommand.class,
          MemberCommand.class,
          TokenCommand.class,
          PreferencesCommand.class,
          AdminCommand.class,
          AuditCommand.class,
          WorkerCommand.class,
          RemoteCommand.class,
          ServerCommand.class,
          MigrateCommand.class,
          BackupCommand.class,
          LoginCommand.class,
          DoctorCommand.class,
          VerifyCommand.class,
          ConfigCommand.class,
          HealthCommand.class,
          CompletionCommand.class,
          VersionCommand.class,
          HelpCommand.class);

  private static final String LOG_LEVEL = "AGENT_LOG_LEVEL";
  private static final String LOG_FORMAT = "AGENT_LOG_FORMAT";

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
    if (!isSetUp()) { // parts of commands read it when they are made
      System.exit(CommandLine.ExitCode.USAGE);
    }
    var command = commandLine(List.of(args));
    hidden.join();
    boolean begins = !connectsByLibraries(args) || trusting(command);
    int code = begins ? command.execute(args) : CommandLine.ExitCode.USAGE;
    if (HiddenProcess.lasts(args)) {
      System.exit(code);
    }
    // An exit first looks in every jar for somebody who wants to log it, which took as long as a
    // fifth of the help. Nothing is left to be done at the end of a command that doesn't last.
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(code);
  }

  /** Whether variables that count before any command make sense; told if not. */
  private static boolean isSetUp() {
    try {
      var given = GivenSettings.of(System.getenv());
      for (var name : List.of(LOG_LEVEL, LOG_FORMAT)) {
        var value = given.getOrDefault(name, "").strip();
        if (!value.isEmpty()) {
          System.setProperty(name, value); // where the library of the log looks, too
        }
      }
      if (!List.of("", "text", "json").contains(given.getOrDefault(LOG_FORMAT, "").strip())) {
        throw new IllegalArgumentException(LOG_FORMAT + " is text or json");
      }
      return true;
    } catch (IllegalArgumentException e) {
      var failure = CommandFailure.usage(String.valueOf(e.getMessage()), null);
      Failures.tell(new PrintWriter(System.err, true, System.err.charset()), false, failure);
      return false;
    }
  }

  /** Our own client reads whom to trust itself; to do so for all would slow short commands down. */
  private static boolean connectsByLibraries(String... args) {
    return HiddenProcess.lasts(args) || (args.length > 0 && args[0].equals("doctor"));
  }

  /** Libraries trust whom the machine's variables name; false when these are wrong, and told. */
  private static boolean trusting(CommandLine command) {
    try {
      MachineTrust.everywhere(System.getenv());
      return true;
    } catch (IllegalArgumentException e) {
      var failure = CommandFailure.usage(String.valueOf(e.getMessage()), "mend it, or unset it");
      Failures.tell(command.getErr(), false, failure);
      return false;
    }
  }

  /** The whole command tree, also for tests, which give it writers of their own. */
  public static CommandLine commandLine() {
    return commandLine(CommandLine.defaultFactory());
  }

  /** The same with its parts, such as the {@link Connection}, made by the factory. */
  public static CommandLine commandLine(CommandLine.IFactory parts) {
    return commandLine(_ -> true, parts);
  }

  /**
   * The command tree as far as a command line needs it: to look at the options of all commands
   * takes longer than most of them. Of the others it has what the usage says.
   */
  static CommandLine commandLine(List<String> words) {
    return commandLine(words, CommandLine.defaultFactory());
  }

  /** The same with its parts made by the factory. */
  public static CommandLine commandLine(List<String> words, CommandLine.IFactory parts) {
    var first = words.stream().filter(word -> !word.startsWith("-")).findFirst().orElse("");
    return commandLine(OF_ALL.contains(first) ? _ -> true : first::equals, parts);
  }

  private static CommandLine commandLine(Predicate<String> isNeeded, CommandLine.IFactory parts) {
    var main = new CommandLine(new Main(), knowingLogins(parts));
    for (var type : COMMANDS) {
      var command = type.getAnnotation(Command.class);
      main.addSubcommand(command.name(), isNeeded.test(command.name()) ? type : outline(command));
    }
    if (!Colours.wanted(System.getenv())) {
      main.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    }
    main.setHelpFactory(new WholeWords());
    main.registerConverter(BigDecimal.class, Main::number);
    return main.setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .setParameterExceptionHandler(Failures::ofUsage);
  }

  /** Commands that manage outposts call with the key of a login. */
  private static CommandLine.IFactory knowingLogins(CommandLine.IFactory parts) {
    return new CommandLine.IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        return type == Login.class
            ? type.cast(new Login(parts.create(Connection.class)::login))
            : parts.create(type);
      }
    };
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException _) {
      throw new CommandLine.TypeConversionException("'%s' is no number".formatted(text));
    }
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
