package io.agentservice.cli.organization;

import io.agentservice.cli.connection.CollectionGroup;
import io.agentservice.cli.connection.ServiceAction;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent schedule}: when sessions are made by themselves. */
@Command(
    name = "schedule",
    description = "Lists, shows and writes when an organization's sessions are made by themselves.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ScheduleCommand.Ls.class,
      ScheduleCommand.Show.class,
      ScheduleCommand.Create.class,
      ScheduleCommand.Update.class,
      ScheduleCommand.Delete.class,
      ScheduleCommand.Preview.class,
      ScheduleCommand.Run.class,
      ScheduleCommand.Runs.class
    })
public final class ScheduleCommand extends CollectionGroup {
  @Override
  protected CollectionClient collection(ServiceAction asking, AgentClient client) {
    return asking.organization(client).schedules();
  }

  @Override
  protected List<String> columns() {
    return List.of("schedule_id", "next_run_at", "cron_schedule", "name");
  }

  /** What of a schedule can be said on a command line. */
  static final class Fields {
    @Option(
        names = "--cron",
        paramLabel = "<fields>",
        description = "Minute, hour, day, month, weekday, e.g. '0 9 * * MON-FRI'")
    private @Nullable String cron;

    @Option(
        names = "--timezone",
        paramLabel = "<zone>",
        description = "e.g. Europe/Berlin (default: UTC)")
    private @Nullable String timezone;

    @Option(
        names = "--at",
        paramLabel = "<time>",
        description = "Once, then: e.g. 2027-01-31T09:00:00Z")
    private @Nullable String at;

    @Option(names = "--name", paramLabel = "<name>", description = "Name for people")
    private @Nullable String name;

    @Option(
        names = "--playbook",
        paramLabel = "<playbook_id>",
        description = "Its sessions follow it")
    private @Nullable String playbook;

    @Option(
        names = "--platform",
        paramLabel = "<platform>",
        description = "linux, macos, windows or the name of an outpost")
    private @Nullable String platform;

    @Option(
        names = "--enabled",
        paramLabel = "<true|false>",
        arity = "1",
        description = "Whether it makes sessions")
    private @Nullable Boolean enabled;

    /** The body of a request; what is null is not sent. */
    JsonObject body(@Nullable String prompt) {
      return JsonObject.of(
          "prompt", prompt,
          "name", name,
          "schedule_type", at != null ? "one_time" : cron != null ? "recurring" : null,
          "cron_schedule", cron,
          "timezone", timezone,
          "scheduled_at", at,
          "playbook_id", playbook,
          "platform", platform,
          "is_enabled", enabled);
    }
  }

  @Command(name = "list", description = "Lists schedules.", mixinStandardHelpOptions = true)
  static final class Ls extends CollectionGroup.Ls {}

  @Command(name = "show", description = "Shows a schedule.", mixinStandardHelpOptions = true)
  static final class Show extends CollectionGroup.Show {}

  @Command(
      name = "create",
      description = "Makes a schedule; say --cron or --at.",
      mixinStandardHelpOptions = true)
  static final class Create extends ServiceAction {
    @Parameters(
        index = "0",
        paramLabel = "<prompt>",
        description = "What the agent is to do each time; - reads it from standard input")
    @SuppressWarnings("NullAway.Init") // required
    private String prompt;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      var body = fields.body(Prompts.read("prompt", prompt));
      return organization(client).schedules().create(body, null);
    }
  }

  @Command(
      name = "update",
      description = "Changes what is given of a schedule; the rest stays.",
      mixinStandardHelpOptions = true)
  static final class Update extends ServiceAction.OfOne {
    @Option(
        names = "--prompt",
        paramLabel = "<text>",
        description = "New prompt; - reads it from standard input")
    private @Nullable String prompt;

    @Mixin private Fields fields = new Fields();

    @Override
    protected JsonObject act(AgentClient client) {
      var body = fields.body(prompt == null ? null : Prompts.read("prompt", prompt));
      return organization(client).schedules().change(id(), body);
    }
  }

  @Command(name = "delete", description = "Deletes a schedule.", mixinStandardHelpOptions = true)
  static final class Delete extends CollectionGroup.Delete {}

  @Command(
      name = "preview",
      description = "Shows the next times of a cron text, without a schedule.",
      mixinStandardHelpOptions = true)
  static final class Preview extends ServiceAction {
    @Parameters(
        index = "0",
        paramLabel = "<fields>",
        description = "Minute, hour, day, month, weekday, e.g. '0 9 * * MON-FRI'")
    @SuppressWarnings("NullAway.Init") // required
    private String cron;

    @Option(
        names = "--timezone",
        paramLabel = "<zone>",
        description = "e.g. Europe/Berlin (default: UTC)")
    private @Nullable String timezone;

    @Option(names = "--every", paramLabel = "<n>", description = "Every n-th of its times")
    private @Nullable Integer every;

    @Option(names = "--count", paramLabel = "<n>", description = "How many, up to 20 (default: 5)")
    private @Nullable Integer count;

    @Override
    protected JsonObject act(AgentClient client) {
      return organization(client)
          .previewSchedule(
              JsonObject.of(
                  "cron_schedule",
                  cron,
                  "timezone",
                  timezone,
                  "interval_count",
                  every,
                  "count",
                  count));
    }

    @Override
    protected void show(JsonObject answer, PrintWriter out) {
      if (answer.list("next").isEmpty()) {
        out.println("never again");
      }
      for (var name : List.of("next", "notes")) {
        answer.list(name).forEach(each -> out.println(PlainText.line(String.valueOf(each))));
      }
    }
  }

  @Command(
      name = "run",
      description = "Runs a schedule now, beside its times, and shows the session.",
      mixinStandardHelpOptions = true)
  static final class Run extends ServiceAction.OfOne {
    @Override
    protected JsonObject act(AgentClient client) {
      return organization(client).schedules().act(id(), "run", null);
    }
  }

  @Command(
      name = "runs",
      description = "Lists what came of a schedule's times, newest first.",
      mixinStandardHelpOptions = true)
  static final class Runs extends ServiceAction.Lister {
    @Parameters(index = "0", paramLabel = "<schedule_id>", description = "Which")
    @SuppressWarnings("NullAway.Init") // required
    private String schedule;

    @Override
    protected CollectionClient of(AgentClient client) {
      return organization(client).runs(schedule);
    }

    @Override
    protected List<String> columns() {
      return List.of("due_at", "session_id", "error_message");
    }
  }
}
