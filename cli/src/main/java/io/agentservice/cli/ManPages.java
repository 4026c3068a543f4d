package io.agentservice.cli;

import io.agentservice.cli.help.WholeWords;
import io.agentservice.cli.service.BuildVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual: a page for each command, from what its help says. Run by the build of a release:
 *
 * <pre>java -cp agent-cli.jar io.agentservice.cli.ManPages DIRECTORY</pre>
 */
final class ManPages {
  private ManPages() {}

  static void main(String[] arguments) throws IOException {
    var directory = Files.createDirectories(Path.of(arguments[0]));
    write(directory, "agent", Main.commandLine().getCommandSpec());
  }

  private static void write(Path directory, String name, CommandSpec command) throws IOException {
    Files.writeString(directory.resolve(name + ".1"), page(name, command));
    for (var below : seen(command)) {
      write(directory, name + "-" + below.name(), below);
    }
  }

  private static List<CommandSpec> seen(CommandSpec command) {
    return command.subcommands().values().stream()
        .map(below -> below.getCommandSpec())
        .filter(below -> !below.usageMessage().hidden())
        .distinct()
        .toList();
  }

  static String page(String name, CommandSpec command) {
    var usage = command.usageMessage();
    var description = List.of(usage.description());
    var page = new StringBuilder();
    page.append(".TH \"%s\" 1 \"\" \"agent %s\"\n".formatted(name, new BuildVersion().version()));
    page.append(".SH NAME\n%s \\- %s\n".formatted(text(name), firstOf(description)));
    page.append(".SH SYNOPSIS\n.B %s\n".formatted(text(name.replace('-', ' '))));
    page.append(text(synopsis(command))).append('\n');
    page.append(".SH DESCRIPTION\n");
    description.forEach(line -> page.append(line(line)).append(".br\n"));
    for (var parameter : command.positionalParameters()) {
      item(page, parameter.paramLabel(), parameter.description());
    }
    if (!command.options().isEmpty()) {
      page.append(".SH OPTIONS\n");
      command.options().stream()
          .filter(option -> !option.hidden())
          .forEach(option -> item(page, names(option), option.description()));
    }
    var below = seen(command);
    if (!below.isEmpty()) {
      page.append(".SH COMMANDS\n");
      for (var one : below) {
        item(page, one.name(), one.usageMessage().description());
      }
      page.append("Each has a page of its own: ").append(text(name)).append("\\-COMMAND(1)\n");
    }
    return page.toString();
  }

  private static String synopsis(CommandSpec command) {
    return (command.options().isEmpty() ? "" : "[OPTIONS] ")
        + command.positionalParameters().stream()
            .map(parameter -> parameter.paramLabel())
            .collect(Collectors.joining(" "))
        + (command.subcommands().isEmpty() ? "" : "COMMAND");
  }

  private static String names(OptionSpec option) {
    var names = String.join(", ", option.names());
    return option.arity().max() > 0 ? names + " " + option.paramLabel() : names;
  }

  private static void item(StringBuilder page, String what, String... meaning) {
    page.append(".TP\n\\fB").append(text(what)).append("\\fR\n");
    Arrays.stream(meaning).forEach(line -> page.append(line(line)));
  }

  private static String firstOf(List<String> description) {
    return description.isEmpty() ? "a command" : line(description.getFirst()).strip();
  }

  /** The marks of the library for colours are left out; a line must not begin like an order. */
  private static String line(String line) {
    var plain = text(Ansi.OFF.string(WholeWords.plain(line)));
    return (plain.startsWith(".") || plain.startsWith("'") ? "\\&" : "") + plain + "\n";
  }

  private static String text(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
  }
}
