package io.agentservice.server.agent.loop.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The script that starts a server on the machine. */
final class ProgramScript {
  /** What a program needs to find its way; its session's ids, so that none outlives it. */
  private static final List<String> KEPT =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "TMPDIR",
          "TZ",
          "AGENT_SESSION_ID",
          "AGENT_COMMAND_ID");

  private ProgramScript() {}

  /**
   * Values stay in the environment and are no argument of anything. What the program says beside
   * the protocol is kept from it, and its end printed when it is over.
   */
  static String of(McpEndpoint.Program program) {
    var kept = new ArrayList<>(KEPT);
    kept.addAll(program.environment());
    String command =
        Stream.concat(Stream.of(program.command()), program.args().stream())
            .map(ProgramScript::quoted)
            .collect(Collectors.joining(" "));
    return """
    for name in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do
      case $name in %s) ;; *) unset "$name" 2>/dev/null ;; esac
    done
    { %s 2>&1 1>&3 3>&- | tail -c 2000; } 3>&1
    """
        .formatted(String.join("|", kept), command);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
