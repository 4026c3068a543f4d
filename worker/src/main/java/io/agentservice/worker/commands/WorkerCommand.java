package io.agentservice.worker.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code agent worker}: mounted by the CLI. */
@Command(
    name = "worker",
    description = "Serve sessions on this machine, and manage outposts",
    mixinStandardHelpOptions = true,
    subcommands = {
      StartCommand.class,
      DoctorCommand.class,
      AttachCommand.class,
      OutpostCommand.class
    })
public final class WorkerCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: start, doctor, attach or outpost");
  }
}
