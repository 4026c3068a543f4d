package io.agentservice.cli.organization;

import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.Group;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.AgentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agent preferences}: what one wants of the web app. */
@Command(
    name = "preferences",
    description = {
      "Shows and changes what you want of the web app, with a personal token.",
      "Views are the filters of lists that you have saved there."
    },
    mixinStandardHelpOptions = true,
    subcommands = {PreferencesCommand.Show.class, PreferencesCommand.Update.class})
public final class PreferencesCommand extends Group {

  /** Shows them, whatever was done. */
  abstract static class OfMine extends ServiceAction {
    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      String kinds =
          answer.list("notify").stream().map(String::valueOf).collect(Collectors.joining(","));
      out.printf("theme      %s%n", answer.required("theme"));
      out.printf("shortcuts  %s%n", answer.isTrue("shortcuts"));
      out.printf("notify     %s%n", kinds.isEmpty() ? "none" : kinds);
      for (var view : answer.objects("views")) {
        String line =
            "%s  ?%s  %s"
                .formatted(view.required("org_id"), view.required("query"), view.required("name"));
        out.printf("view       %s%n", PlainText.line(line));
      }
    }
  }

  @Command(name = "show", description = "Shows them.", mixinStandardHelpOptions = true)
  static final class Show extends OfMine {
    @Override
    protected JsonObject act(AgentClient client) {
      return client.ownPreferences().get();
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends OfMine {
    @Option(names = "--theme", paramLabel = "<system|light|dark>", description = "Its colours")
    private @Nullable String theme;

    @Option(
        names = "--shortcuts",
        paramLabel = "<true|false>",
        arity = "1",
        description = "Whether keys of one letter do something")
    private @Nullable Boolean shortcuts;

    @Option(
        names = "--notify",
        paramLabel = "<kind>",
        split = ",",
        description =
            "Of what the desktop tells: asks, approval, finished, failed, with commas between; or none")
    private @Nullable List<String> kinds;

    @Override
    protected JsonObject act(AgentClient client) {
      var told = List.of("none").equals(kinds) ? List.<String>of() : kinds;
      var change = JsonObject.of("theme", theme, "shortcuts", shortcuts, "notify", told);
      return client.ownPreferences().change(change);
    }
  }
}
