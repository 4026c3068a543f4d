package io.agentservice.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Short commands as users give them, run once so that Java can archive the classes that they load
 * and link. Run by the launcher; for the commands that live for long it runs a demo.
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
    HiddenProcess.hide();
    for (String[] command : COMMANDS) {
      var unread = new PrintWriter(Writer.nullWriter());
      Main.commandLine(List.of(command)).setOut(unread).setErr(unread).execute(command);
    }
  }

  private static String[] words(String... words) {
    return words;
  }
}
