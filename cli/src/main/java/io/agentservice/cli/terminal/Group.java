package io.agentservice.cli.terminal;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has commands below it. */
public abstract class Group implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before run()
  protected Group() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: " + String.join(", ", spec.subcommands().keySet()));
  }
}
