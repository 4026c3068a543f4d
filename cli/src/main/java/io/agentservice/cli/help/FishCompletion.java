package io.agentservice.cli.help;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of fish, which picocli does not write. */
final class FishCompletion {
  private static final Set<Class<?>> FILES = Set.of(Path.class, File.class);

  /** Says which command the line has come to: its words without options and arguments. */
  private static final String PATH =
      """
      function __agent_path
          set -l path ''
          for word in (commandline -opc)[2..-1]
              set -l longer (string trim -- "$path $word")
              if contains -- $longer $__agent_paths
                  set path $longer
              end
          end
          echo $path
      end
      complete -c agent -f
      """;

  private final List<String> paths = new ArrayList<>();
  private final StringBuilder rules = new StringBuilder();

  private FishCompletion() {}

  /** The script for a command and all below it. */
  static String of(CommandSpec root) {
    var completion = new FishCompletion();
    completion.add("", root);
    return "set -g __agent_paths %s\n%s%s"
        .formatted(String.join(" ", completion.paths), PATH, completion.rules);
  }

  private void add(String path, CommandSpec command) {
    for (var option : command.options()) {
      if (!option.hidden()) {
        add(path, option);
      }
    }
    for (var positional : command.positionalParameters()) {
      if (FILES.contains(positional.type())) {
        rule(path, "-F");
      }
      var candidates = positional.completionCandidates();
      if (candidates != null) {
        rule(path, "-a " + quoted(String.join(" ", candidates)));
      }
    }
    command
        .subcommands()
        .forEach((name, below) -> {
          var spec = below.getCommandSpec();
          rule(path, "-a " + quoted(name) + description(spec.usageMessage().description()));
          var longer = path.isEmpty() ? name : path + " " + name;
          paths.add(quoted(longer));
          add(longer, spec);
        });
  }

  private void add(String path, OptionSpec option) {
    var words = new StringBuilder();
    for (var name : option.names()) {
      words.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
      words.append(' ');
    }
    boolean argument = option.arity().min() > 0;
    var kind = !argument ? "" : FILES.contains(option.type()) ? "-r -F" : "-x";
    rule(path, words + kind + description(option.description()));
  }

  private void rule(String path, String what) {
    rules
        .append("complete -c agent -n ")
        .append(quoted("test (__agent_path) = '" + path + "'"))
        .append(' ')
        .append(what.strip())
        .append('\n');
  }

  private static String description(String[] lines) {
    return lines.length == 0 ? "" : " -d " + quoted(WholeWords.plain(lines[0].replace("%n", " ")));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
