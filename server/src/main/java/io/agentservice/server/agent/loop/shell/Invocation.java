package io.agentservice.server.agent.loop.shell;

import java.util.List;

/**
 * A program that a command runs, or may run.
 *
 * @param program its name without a directory, in lower case
 * @param input what it is given to read, as far as the command says so; else empty
 */
public record Invocation(String program, List<ShellWord> arguments, String input) {
  public Invocation {
    arguments = List.copyOf(arguments);
  }
}
