package io.agentservice.cli.session;

import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** A session's id after an option that may go without: what looks otherwise is the prompt. */
public final class SessionArgument implements IParameterConsumer {
  private static final Pattern ID = Pattern.compile("([a-z]+-)?[0-9a-f]{32}");

  @Override
  @SuppressWarnings("JdkObsolete") // picocli's type
  public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
    boolean id = !arguments.isEmpty() && ID.matcher(arguments.peek()).matches();
    option.setValue(id ? arguments.pop() : "");
  }
}
