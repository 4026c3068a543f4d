package io.agentservice.cli.eval.tasks;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.worker.sandbox.HomeTools;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.settings.VariableAliases;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the tests of tasks. They run what an agent wrote, so they see the system, their own files
 * and what the session left, and no network unless it is wanted.
 *
 * @param walls whether bubblewrap works here and is wanted; without, they run as the user
 * @param online whether they have the machine's network
 */
public record Tests(boolean walls, boolean online) {
  private static final List<String> SYSTEM =
      List.of(
          "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix");

  /** To which {@code /etc/resolv.conf} leads. */
  private static final String RESOLVER = "/run/systemd/resolve";

  /** What their programs need of this one's environment; it holds secrets, too. */
  private static final List<String> VARIABLES = List.of("PATH", "LANG", "JAVA_HOME", "TERM");

  /**
   * A file or directory that tests see; behind walls alone it can be at another place.
   *
   * @param written whether they may change it
   */
  public record Shown(Path from, Path to, boolean written) {
    static Shown read(Path path) {
      return new Shown(path, path, false);
    }
  }

  /** As {@code AGENT_SANDBOX} says, which can't be a container: tests want places of their own. */
  public static Tests here(boolean online) {
    try {
      var sandbox = Isolation.of(VariableAliases.given()).sandbox();
      if (sandbox != null && !sandbox.name().equals("bwrap")) {
        throw CommandFailure.usage(
            "the tests of tasks can't be run in containers", "Set AGENT_SANDBOX to bwrap or none");
      }
      return new Tests(sandbox != null, online);
    } catch (UnavailableException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()), e.advice());
    }
  }

  /**
   * Runs a shell's words.
   *
   * @param directory where, within the walls
   * @throws CommandFailure when they take longer
   */
  public Program.Result run(
      Path work, List<Shown> shown, Path directory, String script, Duration longest) {
    var words = new ArrayList<String>();
    if (walls) {
      words.addAll(walls(work, shown, directory));
    }
    words.addAll(List.of("env", "-i"));
    VARIABLES.forEach(name -> {
      var value = System.getenv(name);
      if (value != null) {
        words.add(name + "=" + value);
      }
    });
    words.addAll(List.of("HOME=/tmp", "sh", "-c", script));
    return Program.tryRun(work, words, Map.of(), longest)
        .orElseThrow(() -> CommandFailure.failed("there is no " + words.getFirst(), null));
  }

  private List<String> walls(Path work, List<Shown> shown, Path directory) {
    var words = new ArrayList<>(List.of("bwrap", "--die-with-parent", "--new-session"));
    words.addAll(List.of("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"));
    words.addAll(List.of("--cap-drop", "ALL"));
    if (!online) {
      words.add("--unshare-net");
    }
    SYSTEM.forEach(each -> words.addAll(List.of("--ro-bind-try", each, each)));
    words.addAll(List.of("--ro-bind-try", RESOLVER, RESOLVER));
    words.addAll(
        List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/var/tmp"));
    tools().forEach(each -> words.addAll(List.of("--ro-bind", each.toString(), each.toString())));
    words.addAll(List.of("--bind", work.toString(), work.toString()));
    for (var each : shown) {
      words.add(each.written() ? "--bind" : "--ro-bind");
      words.addAll(List.of(each.from().toString(), each.to().toString()));
    }
    words.addAll(List.of("--chdir", directory.toString(), "--"));
    return words;
  }

  private static List<Path> tools() {
    var path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(each -> each.startsWith("/"))
            .map(each -> Path.of(each).normalize())
            .toList();
    return HomeTools.in(Path.of(System.getProperty("user.home")), path);
  }

  /** For a shell, which takes it as it is. */
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
