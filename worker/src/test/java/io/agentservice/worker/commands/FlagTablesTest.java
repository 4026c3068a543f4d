package io.agentservice.worker.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Flags, variables and defaults of {@code agent worker start}: what the command takes, what
 * docs/worker.md says and what the interface demands (10.1; its table is a resource of this test)
 * are the same, in both directions.
 */
class FlagTablesTest {
  /** A row like {@code | --flag (alias --other), --third | VARIABLE or none | text |}. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (--[^|]+) \\| (\\S+) \\| (.*) \\|$");

  private static final Pattern NAME = Pattern.compile("--[a-z-]+");

  /** Only what can be compared: other defaults are sentences. */
  private static final Pattern DEFAULT =
      Pattern.compile("default `?((?:~|https?:/)/[^`;, ]+|\\d[\\d.]*)");

  /**
   * One flag.
   *
   * @param variable of the environment; {@code none} without one
   * @param otherwise its default; empty when there is none that can be compared
   */
  private record Row(String variable, String otherwise) {}

  @Test
  void commandTakesExactlyTheFlagsOfTheDocument() throws Exception {
    var documented = new TreeMap<>(table("## Flags"));
    documented.putAll(table("### Ours"));
    assertThat(variables(documented)).isEqualTo(variables(command()));
    var comparable = defaults(documented);
    comparable.remove("--data-dir"); // computed, see below
    assertThat(comparable).isEqualTo(defaults(command()));
  }

  @Test
  void documentHasTheTableOfTheInterfaceAndListsEveryOtherFlagAsOurs() throws Exception {
    assertThat(variables(table("## Flags"))).isEqualTo(variables(demanded()));
    var ours = new TreeMap<>(command());
    ours.keySet().removeAll(demanded().keySet());
    assertThat(table("### Ours").keySet()).isEqualTo(ours.keySet());
  }

  @Test
  void commandTakesEveryFlagOfTheInterfaceWithItsVariable() throws Exception {
    var known = new TreeMap<>(variables(command()));
    known.keySet().retainAll(demanded().keySet());
    assertThat(known).isEqualTo(variables(demanded())).hasSizeGreaterThan(12);
  }

  @Test
  void defaultsAreThoseOfTheInterface() throws Exception {
    var demanded = defaults(demanded());
    assertThat(demanded).hasSize(2);
    assertThat(demanded.get("--poll-interval-secs"))
        .isEqualTo(command().get("--poll-interval-secs").otherwise());
    var start = new StartCommand();
    var flags = new Flags(Map.of());
    new CommandLine(start)
        .setDefaultValueProvider(flags)
        .parseArgs("--outpost=o", "--token=agt_token");
    var settings = start.settings(new PrintWriter(new StringWriter()));
    assertThat(settings.directories().cache()).isEqualTo(home(demanded.get("--cache-dir")));
    assertThat(settings.directories().data())
        .isEqualTo(home(table("### Ours").get("--data-dir").otherwise()));
  }

  @Test
  void helpListsEachVariableInBothSpellings() {
    var help = start().getUsageMessage();
    assertThat(Flags.VARIABLES.values())
        .allSatisfy(variable ->
            assertThat(help).contains(variable + ", " + variable.replaceFirst("AGENT", "DEVIN")));
    assertThat(help).contains("AGENT_REMOTE_SESSION_TOKEN");
  }

  @Test
  void doctorTakesTheFlagsOfStart() {
    assertThat(names("doctor")).isEqualTo(names("start"));
  }

  private static Set<String> names(String command) {
    return new CommandLine(new WorkerCommand())
        .getSubcommands()
        .get(command)
        .getCommandSpec()
        .optionsMap()
        .keySet();
  }

  @Test
  void everyVariableReachesItsFlagAndBelongsToOne() {
    var options =
        start().getCommandSpec().options().stream()
            .collect(Collectors.toMap(OptionSpec::longestName, o -> o));
    assertThat(options).containsKeys(Flags.VARIABLES.keySet().toArray(String[]::new));
    assertThat(options).containsKeys(Flags.DEFAULTS.keySet().toArray(String[]::new));
    Flags.VARIABLES.forEach((name, variable) -> {
      var flags = new Flags(Map.of(variable, "given"));
      assertThat(flags.defaultValue(options.get(name))).as(variable).isEqualTo("given");
    });
  }

  private static CommandLine start() {
    return new CommandLine(new WorkerCommand()).getSubcommands().get("start");
  }

  private static Map<String, Row> command() {
    var none = new Flags(Map.of());
    var rows = new TreeMap<String, Row>();
    for (var option : start().getCommandSpec().options()) {
      if (option.usageHelp() || option.versionHelp()) {
        continue;
      }
      var variable = Flags.VARIABLES.getOrDefault(option.longestName(), "none");
      var value = none.defaultValue(option);
      for (var name : option.names()) {
        rows.put(name, new Row(variable, value == null ? "" : value));
      }
    }
    return rows;
  }

  private static Map<String, Row> demanded() throws IOException {
    try (var in = FlagTablesTest.class.getResourceAsStream("interface-flags.md")) {
      return rows(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The first table below a heading of the document. */
  private static Map<String, Row> table(String heading) throws IOException {
    var text = Files.readString(Path.of("..", "docs", "worker.md"));
    int begin = text.indexOf("\n" + heading);
    assertThat(begin).as(heading).isNotNegative();
    int table = text.indexOf("\n|", begin) + 1;
    return rows(text.substring(table, text.indexOf("\n\n", table) + 1));
  }

  private static Map<String, Row> rows(String table) {
    var rows = new LinkedHashMap<String, Row>();
    ROW.matcher(table)
        .results()
        .forEach(row -> {
          var otherwise =
              DEFAULT
                  .matcher(row.group(3))
                  .results()
                  .map(found -> found.group(1))
                  .findFirst()
                  .orElse("");
          NAME.matcher(row.group(1))
              .results()
              .forEach(name -> rows.put(name.group(), new Row(row.group(2), otherwise)));
        });
    return rows;
  }

  private static Map<String, String> variables(Map<String, Row> rows) {
    var variables = new TreeMap<String, String>();
    rows.forEach((name, row) -> variables.put(name, row.variable()));
    return variables;
  }

  private static Map<String, String> defaults(Map<String, Row> rows) {
    var defaults = new TreeMap<String, String>();
    rows.forEach((name, row) -> defaults.put(name, row.otherwise()));
    defaults.values().removeIf(String::isEmpty);
    return defaults;
  }

  private static Path home(String path) {
    return Path.of(path.replaceFirst("^~", System.getProperty("user.home")));
  }
}
