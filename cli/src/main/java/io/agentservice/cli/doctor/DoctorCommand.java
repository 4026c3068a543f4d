package io.agentservice.cli.doctor;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.service.ServerCommand;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.wire.settings.GivenSettings;
import io.agentservice.worker.doctor.Finding;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code agent doctor}: what would keep the service from running well on this machine. */
@Command(
    name = "doctor",
    description = {
      "Examines what the service needs on this machine, and changes nothing.",
      "Asks the model to call a tool. Exit code 1 when there is a problem.",
      "`agent worker doctor` examines what a worker of another service needs."
    },
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
  @Mixin private ServerCommand.Flags flags;
  @Mixin private Output output;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  DoctorCommand() {}

  /** A name, stable, and how to find out. */
  private record Check(String name, Supplier<Finding> examination) {}

  @Override
  public Integer call() {
    var given = flags.over(GivenSettings.of(System.getenv()));
    var home = Home.of(given);
    var machine = new MachineChecks(given, home);
    var service = new ServiceChecks(Service.settings(home, given), home);
    boolean sound = true;
    for (var check :
        List.of(
            new Check("java", machine::java),
            new Check("git", machine::git),
            new Check("data-directory", machine::dataDirectory),
            new Check("disk", machine::disk),
            new Check("remote", machine::remote),
            new Check("browser", machine::browser),
            new Check("sandbox", SandboxCheck.of(given)::examine),
            new Check("settings", service::settings),
            new Check("port", service::port),
            new Check("database", service::database),
            new Check("model", service::model))) {
      var finding = new Finding.Named(check.name, check.examination.get());
      output.result(finding.json(), (_, out) -> out.println(PlainText.line(finding.line())));
      sound &= finding.finding().level() != Finding.Level.PROBLEM;
    }
    return sound ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
