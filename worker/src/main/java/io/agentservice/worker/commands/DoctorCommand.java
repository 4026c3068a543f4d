package io.agentservice.worker.commands;

import io.agentservice.worker.doctor.Doctor;
import io.agentservice.worker.doctor.Finding;
import io.agentservice.worker.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    description = {
      "Examine what a worker needs, and change nothing.",
      "Takes the flags and variables of start. Exit code 1 when there is a problem."
    },
    defaultValueProvider = Flags.class,
    showDefaultValues = true,
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private WorkerFlags flags;

  @Option(names = "--json", description = "One JSON object per check")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    var inArguments = spec.commandLine().getParseResult().hasMatchedOption("--token");
    var findings =
        new Doctor(flags.subject(inArguments))
            .examine(found -> {
              out.println(json ? found.json().toJson() : found.line());
              out.flush();
            });
    return findings.stream().anyMatch(f -> f.finding().level() == Finding.Level.PROBLEM)
        ? ExitCode.FAILURE
        : ExitCode.SERVED;
  }
}
