package io.agentservice.server.agent.loop.approvals;

import io.agentservice.server.agent.loop.shell.Invocation;
import io.agentservice.server.agent.loop.shell.ShellWord;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Programs with arguments that are asked about.
 *
 * @param text the program, and words that its arguments contain in this order
 */
record CommandRule(String text, List<String> words) {
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Options of git itself that have a value. */
  private static final Set<String> OF_GIT =
      Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path");

  /** What git can be told to do that changes nothing elsewhere. All else may be an alias. */
  private static final Set<String> AT_HOME =
      Set.of(
          "add",
          "am",
          "apply",
          "archive",
          "blame",
          "branch",
          "bundle",
          "cat-file",
          "check-attr",
          "check-ignore",
          "checkout",
          "cherry",
          "cherry-pick",
          "clean",
          "clone",
          "commit",
          "commit-tree",
          "count-objects",
          "describe",
          "diff",
          "diff-files",
          "diff-index",
          "diff-tree",
          "fast-export",
          "fetch",
          "for-each-ref",
          "format-patch",
          "fsck",
          "gc",
          "grep",
          "hash-object",
          "help",
          "init",
          "log",
          "ls-files",
          "ls-remote",
          "ls-tree",
          "merge",
          "merge-base",
          "mv",
          "name-rev",
          "notes",
          "pack-objects",
          "prune",
          "pull",
          "range-diff",
          "read-tree",
          "reflog",
          "remote",
          "repack",
          "reset",
          "restore",
          "rev-list",
          "rev-parse",
          "revert",
          "rm",
          "shortlog",
          "show",
          "show-ref",
          "sparse-checkout",
          "stash",
          "status",
          "switch",
          "symbolic-ref",
          "tag",
          "update-index",
          "update-ref",
          "var",
          "verify-commit",
          "version",
          "whatchanged",
          "worktree",
          "write-tree",
          "--version",
          "--help");

  /** What has another program run. */
  private static final Set<String> RUNS_OTHERS =
      Set.of("--exec", "foreach", "--upload-pack", "--receive-pack", "--open-files-in-pager");

  private static final List<String> HARMLESS_SETTINGS =
      List.of("user.", "color.", "advice.", "init.defaultbranch", "core.quotepath", "safe.");

  static CommandRule of(String text) {
    var words = List.of(BLANKS.split(text.strip()));
    return new CommandRule(String.join(" ", words), words);
  }

  String program() {
    return words.getFirst().toLowerCase(Locale.ROOT);
  }

  private List<String> rest() {
    return words.subList(1, words.size());
  }

  /** Whether it may be such a command. */
  boolean matches(Invocation run) {
    if (text.equals("git push") && run.program().equals("git")) {
      return mayPush(run.arguments());
    }
    boolean joined = run.program().equals(String.join("-", words).toLowerCase(Locale.ROOT));
    return joined || (run.program().equals(program()) && contains(run.arguments()));
  }

  private boolean contains(List<ShellWord> arguments) {
    int next = 0;
    int place = 0;
    boolean mayBeValue = false;
    var rest = rest();
    for (var word : arguments) {
      // A word that nobody knows yet may be the wanted one where such words stand.
      boolean counts = word.isKnown() || place < rest.size();
      if (counts && next < rest.size() && is(word, rest.get(next))) {
        next++;
      }
      if (counts && word.splits()) {
        return true; // the others may be in it, too
      }
      boolean option = word.text().startsWith("-");
      place += option || mayBeValue ? 0 : 1;
      mayBeValue = option;
    }
    return next == rest.size() || areOptions(rest.subList(next, rest.size()), arguments);
  }

  private static boolean is(ShellWord word, String wanted) {
    String said = word.text();
    // Of Maven, deploy:deploy-file; of Gradle, :module:publish.
    boolean goal = said.startsWith(wanted + ":") || said.endsWith(":" + wanted);
    boolean shortened =
        said.startsWith("--")
            && wanted.startsWith("--")
            && wanted.startsWith(said.split("=", 2)[0]);
    return word.mayBe(wanted) || goal || (shortened && said.length() > 2);
  }

  /** Short options in any order and together: -rf, -fr, -r -f. */
  private static boolean areOptions(List<String> wanted, List<ShellWord> arguments) {
    return wanted.stream()
        .allMatch(option ->
            option.matches("-[A-Za-z]+")
                && option
                    .substring(1)
                    .chars()
                    .allMatch(letter ->
                        arguments.stream()
                            .anyMatch(word ->
                                word.text().matches("-[A-Za-z]+")
                                    && word.text().indexOf(letter) > 0)));
  }

  private static boolean mayPush(List<ShellWord> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      var word = arguments.get(i);
      if (word.splits() || (!word.isKnown() && !word.text().startsWith("-"))) {
        return true;
      }
      String text = word.text();
      if (OF_GIT.contains(text)) {
        i++;
        boolean value = i < arguments.size() && !arguments.get(i).splits();
        if (!value || (text.equals("-c") && !isHarmless(arguments.get(i)))) {
          return true;
        }
      } else if (text.startsWith("-c") || text.startsWith("--config-env")) {
        return true;
      } else if (!text.startsWith("-") || AT_HOME.contains(text)) {
        return isPush(text, arguments.subList(i + 1, arguments.size()));
      }
    }
    return false;
  }

  private static boolean isPush(String command, List<ShellWord> arguments) {
    boolean harmless =
        switch (command) {
          case "config" -> isQuestion(arguments);
          case "submodule" -> true;
          case "rebase" -> arguments.stream().noneMatch(word -> word.text().startsWith("-x"));
          default -> AT_HOME.contains(command);
        };
    return !harmless || arguments.stream().anyMatch(CommandRule::runsOthers);
  }

  private static boolean runsOthers(ShellWord word) {
    String text = word.text();
    return RUNS_OTHERS.contains(text.split("=", 2)[0]) || text.contains("ext::");
  }

  /** Asked, or set to something that is not run. */
  private static boolean isQuestion(List<ShellWord> arguments) {
    var names = arguments.stream().filter(word -> !word.text().startsWith("-")).toList();
    boolean reads =
        arguments.stream()
            .anyMatch(word ->
                List.of(
                        "--get",
                        "--get-all",
                        "--list",
                        "-l",
                        "--get-regexp",
                        "--unset",
                        "get",
                        "list")
                    .contains(word.text()));
    return reads || names.size() <= 1 || isHarmless(names.getFirst());
  }

  private static boolean isHarmless(ShellWord setting) {
    String name = setting.text().toLowerCase(Locale.ROOT);
    return !setting.splits() && HARMLESS_SETTINGS.stream().anyMatch(name::startsWith);
  }
}
