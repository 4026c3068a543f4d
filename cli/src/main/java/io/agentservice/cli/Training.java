package io.agentservice.cli;

import io.agentservice.cli.process.HiddenProcess;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Short commands as users give them, run once so that Java can archive the classes that they load
 * and link. Run by the launcher; {@link ServiceTraining} is the same for those that live for long.
 */
final class Training {
  private static final String NOWHERE = "http://127.0.0.1:1";

  /** Failures among them: what Java has not linked, and what that is used in, it does not keep. */
  private static final List<String[]> COMMANDS =
      List.of(
          words("--help"),
          words("version"),
          words("run", "--help"),
          words("no-such-command"),
          words("session", "list", "--no-such-option"),
          words("session", "list", "--api-url", NOWHERE, "--api-key", "agt_training"),
          words("session", "list", "--json", "--api-url", NOWHERE, "--api-key", "agt_training"));

  private Training() {}

  static void main() {
    HiddenProcess.hide().join();
    for (String[] command : COMMANDS) {
      var unread = new PrintWriter(Writer.nullWriter());
      Main.commandLine(List.of(command)).setOut(unread).setErr(unread).execute(command);
    }
  }

  private static String[] words(String... words) {
    return words;
  }
}
