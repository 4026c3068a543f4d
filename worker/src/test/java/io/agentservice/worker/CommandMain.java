package io.agentservice.worker;

import io.agentservice.worker.commands.WorkerCommand;
import picocli.CommandLine;

/** The worker's command line as a program of its own. */
public final class CommandMain {
  private CommandMain() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new WorkerCommand()).execute(arguments));
  }
}
