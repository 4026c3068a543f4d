package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.help.WholeWords;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What people read of a command, at the usual width of a terminal. */
class HelpTest {
  private static final int WIDTH = 80;

  private static void each(
      String path, CommandLine command, BiConsumer<String, CommandLine> action) {
    action.accept(path, command);
    command.getSubcommands().forEach((name, below) -> each(path + " " + name, below, action));
  }

  @Test
  void noWordIsBrokenAndNoLineIsTooLong() {
    each(
        "agent",
        Main.commandLine(),
        (path, command) -> {
          var usage = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
          assertThat(usage.lines()).as(path).allMatch(line -> line.length() <= WIDTH);
          var shown = Set.of(distinct(usage.split("\\s+", -1)));
          for (var text : texts(command)) {
            for (var word : text.strip().split("\\s+", -1)) {
              assertThat(shown).as("%s: %s", path, text).contains(word);
            }
          }
        });
  }

  /** A line that ends in mid-sentence was broken by hand, for another width. */
  @Test
  void textsAreBrokenByTheTerminalAndNotByHand() {
    each(
        "agent",
        Main.commandLine(),
        (path, command) -> {
          for (var option : command.getCommandSpec().options()) {
            var lines = option.description();
            for (int i = 1; i < lines.length; i++) {
              assertThat(lines[i - 1]).as(path + " " + option.longestName()).doesNotEndWith(",");
              assertThat(Character.isUpperCase(lines[i].charAt(0)))
                  .as(path + " " + option.longestName() + ": " + lines[i])
                  .isTrue();
            }
          }
        });
  }

  @Test
  void completionOffersEveryOptionAndNoPieceOfItsMeaning() {
    var spec = Main.commandLine();
    for (var shell : List.of("bash", "zsh", "fish")) {
      var out = new StringWriter();
      assertThat(Main.commandLine().setOut(new PrintWriter(out, true)).execute("completion", shell))
          .isZero();
      each(
          "agent",
          spec,
          (path, command) -> {
            for (var option : command.getCommandSpec().options()) {
              if (option.hidden()) {
                continue;
              }
              var name = option.longestName();
              assertThat(out.toString())
                  .as(shell + " " + path)
                  .contains(shell.equals("fish") ? "-l " + name.substring(2) : name);
            }
          });
    }
  }

  private static List<String> texts(CommandLine command) {
    var texts = new ArrayList<String>();
    var spec = command.getCommandSpec();
    texts.addAll(List.of(spec.usageMessage().description()));
    spec.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> texts.addAll(List.of(option.description())));
    spec.positionalParameters()
        .forEach(positional -> texts.addAll(List.of(positional.description())));
    texts.replaceAll(WholeWords::plain);
    texts.removeIf(text -> text.isBlank() || text.contains("${") || text.contains("%n"));
    return texts;
  }

  private static String[] distinct(String[] words) {
    return Stream.of(words).distinct().toArray(String[]::new);
  }
}
