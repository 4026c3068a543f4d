package io.agentservice.server.agent.loop.approvals;

import io.agentservice.server.agent.loop.shell.Invocation;
import io.agentservice.server.agent.loop.shell.ShellScript;
import io.agentservice.server.agent.loop.shell.ShellWord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What of a command is asked about: pushes, pull requests, publishing, the network's rules. */
final class RiskyCommands {
  static final List<CommandRule> USUAL =
      Stream.of(
              "git push",
              "gh pr create",
              "gh pr merge",
              "gh pr edit",
              "gh pr close",
              "gh pr reopen",
              "gh pr ready",
              "gh pr comment",
              "gh pr review",
              "gh api",
              "gh release create",
              "gh release upload",
              "gh release edit",
              "gh release delete",
              "gh repo create",
              "gh repo delete",
              "gh repo edit",
              "gh repo fork",
              "gh repo sync",
              "gh workflow run",
              "glab mr create",
              "glab mr merge",
              "glab mr update",
              "glab mr close",
              "glab mr note",
              "glab mr approve",
              "glab api",
              "hub push",
              "hub pull-request",
              "hub merge",
              "tea pr create",
              "tea pr merge",
              "iptables",
              "ip6tables",
              "nft",
              "ufw",
              "firewall-cmd",
              "pfctl",
              "netsh",
              "ip route add",
              "ip route del",
              "ip route change",
              "ip route replace",
              "ip route flush",
              "ip rule add",
              "ip rule del",
              "npm publish",
              "pnpm publish",
              "yarn publish",
              "bun publish",
              "cargo publish",
              "twine upload",
              "uv publish",
              "poetry publish",
              "hatch publish",
              "flit publish",
              "gem push",
              "docker push",
              "podman push",
              "buildah push",
              "skopeo copy",
              "helm push",
              "mvn deploy",
              "mvnw deploy",
              "gradle publish",
              "gradlew publish",
              "nuget push",
              "dotnet nuget push")
          .map(CommandRule::of)
          .toList();

  /** Programs to which code of another language is given, in which a command may stand. */
  private static final Set<String> INTERPRETERS =
      Set.of(
          "python",
          "perl",
          "ruby",
          "node",
          "nodejs",
          "deno",
          "bun",
          "php",
          "awk",
          "gawk",
          "mawk",
          "nawk",
          "sed",
          "gsed",
          "lua",
          "tclsh",
          "vi",
          "vim",
          "nvim",
          "ex",
          "ed",
          "emacs",
          "gdb",
          "make",
          "gmake",
          "tar",
          "rsync",
          "rscript",
          "osascript",
          "pwsh",
          "powershell",
          "cmd",
          "jshell",
          "groovy",
          "scala",
          "sqlite3",
          "psql",
          "just",
          "ssh",
          "kubectl",
          "ansible");

  private final List<CommandRule> rules;

  /** {@code more}: those of the organization. */
  RiskyCommands(List<String> more) {
    rules =
        Stream.concat(
                USUAL.stream(), more.stream().filter(text -> !text.isBlank()).map(CommandRule::of))
            .toList();
  }

  /** The rules that ask about it. */
  Set<String> of(ShellScript script) {
    var found = new LinkedHashSet<String>();
    script.invocations().forEach(run -> found.addAll(of(run)));
    return found;
  }

  /** The rules that ask about one of its programs. */
  Set<String> of(Invocation run) {
    var found = new LinkedHashSet<String>();
    boolean interpreter = isInterpreter(run.program());
    for (var rule : rules) {
      if (rule.matches(run) || (interpreter && isIn(rule, run))) {
        found.add(rule.text());
      }
    }
    return found;
  }

  private static boolean isInterpreter(String program) {
    return INTERPRETERS.contains(program)
        || INTERPRETERS.contains(program.replaceFirst("[0-9.]+$", ""));
  }

  /** Whether all words of a rule stand, one after the other, in code that it is given. */
  private static boolean isIn(CommandRule rule, Invocation run) {
    return rule.words().size() > 1
        && Stream.concat(run.arguments().stream().map(ShellWord::text), Stream.of(run.input()))
            .anyMatch(code -> isIn(rule.words(), code.toLowerCase(Locale.ROOT)));
  }

  private static boolean isIn(List<String> words, String code) {
    int at = 0;
    for (String word : words) {
      int found = code.indexOf(word.toLowerCase(Locale.ROOT), at);
      if (found < 0) {
        return false;
      }
      at = found + word.length();
    }
    return true;
  }
}
