package io.agentservice.cli.doctor;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.service.ServerCommand;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code agent config}: what a server of this environment would be set up with. */
@Command(
    name = "config",
    description = "Shows the settings of a server, and what is wrong or risky with them.",
    mixinStandardHelpOptions = true,
    subcommands = ConfigCommand.Check.class)
public final class ConfigCommand extends Group {
  /** Values that may hold a password, though their settings are no secrets as a whole. */
  private static final Set<String> MASKED = Set.of("AGENT_DATABASE_URL");

  private static final String SECRET = "(secret)";

  private static final String OF_A_FILE = "file ";

  /** One setting as it stands. */
  private record Row(Setting setting, @Nullable String value, String origin) {
    private JsonObject json() {
      return JsonObject.of(
          "name",
          setting.name(),
          "value",
          value,
          "origin",
          origin,
          "reloadable",
          setting.reloadable());
    }

    /** Variables and flags of a process don't change, and go before its files. */
    private boolean reloads() {
      return setting.reloadable() && (value == null || origin.startsWith(OF_A_FILE));
    }
  }

  /** {@code agent config check}. */
  @Command(
      name = "check",
      description = {
        "Shows every setting with its value and origin, and never the value of a secret.",
        "reloads: a server that runs takes another value from its file on SIGHUP.",
        "Says what can't be used, what is misspelt, and what is risky in production.",
        "Exit code 1 when a setting can't be used."
      },
      mixinStandardHelpOptions = true)
  static final class Check implements Callable<Integer> {
    @Mixin private ServerCommand.Flags flags;
    @Mixin private Output output;

    @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
    Check() {}

    @Override
    public Integer call() {
      var given = GivenSettings.read(System.getenv());
      var values = flags.over(given.values());
      var rows = Settings.reference().stream().map(setting -> row(setting, given, values)).toList();
      var errors = errors(Service.settings(Home.of(values), values));
      var unknown = Variables.unknown(values.keySet());
      var risks = Risks.of(values, given.file());
      output.result(
          JsonObject.of(
              "file",
              given.file() == null ? null : given.file().toString(),
              "settings",
              rows.stream().map(Row::json).map(JsonObject::fields).toList(),
              "errors",
              errors,
              "unknown",
              List.copyOf(unknown),
              "risks",
              risks),
          (_, out) -> {
            rows.forEach(row -> out.println(line(row)));
            tell(out, "error", errors);
            tell(out, "unknown", unknown);
            tell(out, "risk", risks);
          });
      return errors.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private static Row row(Setting setting, GivenSettings given, Map<String, String> values) {
    var name = setting.name();
    var value = values.get(name);
    if (value == null || value.isBlank()) {
      return unset(setting, given, values);
    }
    var ofFile = given.origins().get(name);
    var origin =
        !value.equals(given.values().get(name))
            ? "flag"
            : ofFile == null ? "variable" : OF_A_FILE + ofFile;
    boolean hidden = setting.secret() || MASKED.contains(name);
    return new Row(setting, hidden ? SECRET : withoutPassword(value.strip()), origin);
  }

  /** A variable that other programs read may stand in for it. */
  private static Row unset(Setting setting, GivenSettings given, Map<String, String> values) {
    var other = setting.defaultValue().replaceFirst(",.*", "");
    var value = values.get(other);
    if (value == null || value.isBlank()) {
      return new Row(setting, null, "default: " + setting.defaultValue());
    }
    var shown = setting.secret() ? SECRET : withoutPassword(value.strip());
    var ofFile = given.origins().get(other);
    var origin = ofFile == null ? "variable " + other : OF_A_FILE + ofFile + ", " + other;
    return new Row(setting, shown, origin);
  }

  private static String withoutPassword(String value) {
    return value.replaceAll("//[^/@]*@", "//" + SECRET + "@");
  }

  private static List<String> errors(Map<String, String> values) {
    try {
      var _ = Service.read(values);
      return List.of();
    } catch (SettingsException e) {
      return new ArrayList<>(List.of(String.valueOf(e.getMessage()).split("; ", -1)));
    }
  }

  private static String line(Row row) {
    var name = row.setting.name();
    var shown = row.value == null ? name : name + "=" + row.value;
    return PlainText.line(
        "%s (%s)%s".formatted(shown, row.origin, row.reloads() ? " reloads" : ""));
  }

  private static void tell(PrintWriter out, String kind, Collection<String> sentences) {
    sentences.forEach(sentence -> out.println(kind + ": " + PlainText.line(sentence)));
  }
}
