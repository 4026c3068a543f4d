package io.agentservice.cli.help;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParameterRenderer;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Help whose lines break between words only. The library breaks behind colons, points and slashes
 * too, and what was {@code openai:NAME} reads as two words then. So these marks are letters until
 * the lines are made.
 */
public final class WholeWords implements IHelpFactory {
  /** Marks that words are broken at; each becomes a letter of an alphabet that no help is in. */
  private static final String MARKS = ".:/,;=<>()[]'\"&*+?!~#`";

  private static final char FIRST = '\u10d0'; // Georgian
  private static final Pattern WITHIN = Pattern.compile("(?<=\\S)[^\\w\\s](?=\\S)");

  @Override
  public Help create(CommandSpec command, ColorScheme colours) {
    keep(command);
    command.subcommands().values().forEach(below -> keep(below.getCommandSpec()));
    command
        .usageMessage()
        .sectionMap()
        .replaceAll((_, section) -> section instanceof Plain ? section : new Plain(section));
    return new Help(command, colours) {
      @Override
      public Layout createDefaultLayout(
          List<OptionSpec> options, List<PositionalParamSpec> positionals, ColorScheme scheme) {
        var width = command.usageMessage().width();
        int column = calcLongOptionColumnWidth(options, positionals, scheme);
        IOptionRenderer option = createDefaultOptionRenderer();
        IParameterRenderer parameter = createDefaultParameterRenderer();
        return new Layout(
            scheme,
            TextTable.forDefaultColumns(scheme, column, width),
            (spec, label, with) -> kept(option.render(spec, label, with), with),
            (spec, label, with) -> kept(parameter.render(spec, label, with), with));
      }
    };
  }

  /** A section with its marks again. */
  private record Plain(IHelpSectionRenderer section) implements IHelpSectionRenderer {
    @Override
    public @Nullable String render(Help help) {
      var text = section.render(help);
      return text == null ? null : plain(text);
    }
  }

  private static void keep(CommandSpec command) {
    var usage = command.usageMessage();
    usage.description(
        Stream.of(usage.description()).map(WholeWords::joined).toArray(String[]::new));
  }

  /** The descriptions stand in the last column. */
  private static Text[][] kept(Text[][] rows, ColorScheme colours) {
    for (var row : rows) {
      int last = row.length - 1;
      row[last] = colours.text(joined(row[last].plainString()));
    }
    return rows;
  }

  private static String joined(String text) {
    return WITHIN
        .matcher(text)
        .replaceAll(found -> {
          int place = MARKS.indexOf(found.group());
          return place < 0
              ? Matcher.quoteReplacement(found.group())
              : String.valueOf((char) (FIRST + place));
        });
  }

  /** The text as it was written. */
  public static String plain(String joined) {
    var plain = new StringBuilder(joined);
    for (int i = 0; i < plain.length(); i++) {
      int place = plain.charAt(i) - FIRST;
      if (place >= 0 && place < MARKS.length()) {
        plain.setCharAt(i, MARKS.charAt(place));
      }
    }
    return plain.toString();
  }
}
