package io.agentservice.cli.run;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Interrupts;
import io.agentservice.cli.service.KilledRuns;
import io.agentservice.cli.session.SessionArgument;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.Acus;
import io.agentservice.cli.terminal.LiveView;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.cli.terminal.Terminal;
import io.agentservice.cli.workplace.GivenDirectory;
import io.agentservice.cli.workplace.Workplace;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.settings.GivenSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code agent run}: one task in one directory, from the prompt to the diff. The session has an
 * outpost and a worker of its own, so that it works in this directory whatever else the service
 * does; both are gone afterwards. The session sleeps then, and {@code --continue} goes on with it.
 */
@Command(
    name = "run",
    description = "Has the agent do one task in a directory, and shows the diff.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the agent says that it is done",
      "1:it failed, or took longer than --timeout",
      "2:wrong usage, or something is missing on this machine",
      "3:it asks something and there is no terminal to answer at",
      "130:interrupted"
    },
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
  private static final String GO_ON = "Go on where you were interrupted.";
  private static final int SUBJECT = 72;

  @Mixin private Connection connection;
  @Mixin private Output output;

  @Parameters(
      arity = "0..1",
      paramLabel = "<prompt>",
      description = {
        "What the agent is to do; - reads it from standard input.",
        "With --continue: the answer to its question, or what it is to do next"
      })
  private @Nullable String prompt;

  @Option(
      names = "--in",
      paramLabel = "<directory>",
      defaultValue = "",
      description = "Where it works (default: the current directory)")
  private Path directory;

  @Option(
      names = "--branch",
      paramLabel = "<name>",
      description =
          "Work in a checkout beside the directory's, at the same commit, and leave the result as this new branch")
  private @Nullable String branch;

  @Option(names = "--worktree", description = "As --branch, with a name that is made up")
  private boolean worktree;

  @Option(
      names = "--continue",
      arity = "0..1",
      fallbackValue = "",
      parameterConsumer = SessionArgument.class,
      paramLabel = "<session_id>",
      description = "Go on with an earlier run (default: the last one in the directory)")
  private @Nullable String continued;

  @Option(
      names = "--model",
      paramLabel = "<model>",
      description = "e.g. anthropic:NAME, openai:NAME, replay:FILE; as in AGENT_MODEL")
  private @Nullable String model;

  @Option(
      names = "--timeout",
      paramLabel = "<seconds>",
      description = "Give up after this time (default: never)")
  private @Nullable Long timeoutSeconds;

  @Option(names = "--max-acus", paramLabel = "<n>", description = "Most that it may cost, in ACU")
  private @Nullable BigDecimal maxAcus;

  @Option(
      names = "--approvals",
      paramLabel = "<mode>",
      description = "What you are asked about before it is done: never, risky or always")
  private @Nullable String approvals;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  RunCommand() {}

  @Override
  public Integer call() {
    var in = GivenDirectory.of(directory);
    var timeout = timeoutSeconds == null ? null : Duration.ofSeconds(timeoutSeconds);
    if (timeout != null && !timeout.isPositive()) {
      throw CommandFailure.usage("--timeout must be at least 1", null);
    }
    var home = Home.of(GivenSettings.of(System.getenv()));
    var runs = new Runs(home);
    var earlier = earlier(runs, in);
    var text = text(earlier);
    var run = earlier == null ? fresh(in) : earlier;
    try (var cleanup = new Cleanup()) {
      var live = live(cleanup);
      live.waitFor("starts the service");
      var service = new RunService(connection, home, model, earlier == null, output);
      var target = service.open(cleanup);
      var named = service.model();
      var client = Connection.open(target);
      cleanup.later(client::close);
      new KilledRuns(runs, client).tidyUp();
      var hold = runs.takeSoon(run.name());
      cleanup.later(hold::close);
      var org = connection.organization(client);
      var known = earlier == null ? null : WorkSession.known(client, org, run.session());
      var said = known == null ? text : answer(known, text);
      live.waitFor("looks at the directory");
      var workplace = workplace(runs, run, known != null);
      cleanup.later(() -> leave(workplace, subject(said)));
      var place =
          new RunWorker.Place(
              run.name(),
              runs.place(run.name()),
              home.directory("worker").resolve("cache"),
              workplace.directory(),
              workplace.borrowed());
      var worker =
          RunWorker.start(
              client, home.credentials().forWorker(target.key()), place, output, cleanup);
      var session =
          known == null
              ? WorkSession.create(client.sessions(org), body(said, run.name(), named))
              : known;
      cleanup.later(() -> rest(session));
      runs.keep(run.with(session.id()));
      if (known != null && !said.isEmpty()) {
        known.say(said);
      }
      worker.serves(session::workerGone);
      cleanup.later(live::close);
      live.follow(client.sessions(org), session.id());
      var result = converse(session, timeout, live);
      live.close();
      if (Cleanup.interrupted()) {
        return Interrupts.EXIT_CODE;
      }
      boolean asked = result.ending() == WorkSession.Ending.WAITING;
      return new RunSummary(output, workplace, result, asked ? session.question() : null)
          .print(subject(said));
    }
  }

  /** The run to go on with; null when a new one is to begin. */
  private Runs.@Nullable Run earlier(Runs runs, Path in) {
    var id = continued;
    if (id == null) {
      return null;
    }
    if (branch != null || worktree) {
      throw CommandFailure.usage(
          "--continue works where the earlier run did", "leave --branch and --worktree out");
    }
    if (model != null || maxAcus != null) {
      throw CommandFailure.usage(
          "--model and --max-acus are chosen when a session begins", "leave them out");
    }
    return id.isEmpty()
        ? runs.last(in)
            .orElseThrow(() ->
                CommandFailure.usage(
                    "nothing was run in %s yet".formatted(in),
                    "give the session's id, or --in with its directory"))
        : runs.of(id)
            .orElseThrow(() ->
                CommandFailure.usage(
                    "session %s was not begun by `agent run` here".formatted(id),
                    "`agent session message %s TEXT` goes on with it".formatted(id)));
  }

  /** What was typed; empty only when an earlier session may do without. */
  private String text(Runs.@Nullable Run earlier) {
    if (prompt != null) {
      return Prompts.read("prompt", prompt);
    }
    if (earlier == null) {
      throw CommandFailure.usage(
          "the prompt is missing", "agent run \"what the agent is to do\", or --continue");
    }
    return "";
  }

  private Runs.Run fresh(Path in) {
    var name = Runs.newName();
    if (branch != null && worktree) {
      throw CommandFailure.usage("--worktree makes a name up", "leave it or --branch out");
    }
    return new Runs.Run("", name, in, worktree ? "agent/" + name : branch);
  }

  private Workplace workplace(Runs runs, Runs.Run run, boolean again) {
    var data = runs.place(run.name()).resolve("git");
    var name = run.branch();
    return name == null
        ? Workplace.inPlace(run.directory(), data, output)
        : Workplace.beside(
            run.directory(), data, runs.place(run.name() + ".checkout"), name, again, output);
  }

  /** What to tell an earlier session that goes on. */
  private String answer(WorkSession session, String text) {
    var ending = session.ending();
    if (!text.isEmpty()) {
      return text;
    }
    if (ending == WorkSession.Ending.APPROVAL) {
      return approval(session);
    }
    if (ending != WorkSession.Ending.WAITING && ending != WorkSession.Ending.FINISHED) {
      return GO_ON;
    }
    boolean asked = ending == WorkSession.Ending.WAITING;
    var question = asked ? "agent asks: " + session.question() : "the agent is done";
    if (asked) {
      output.progress().println(PlainText.of(question));
    }
    var answer = terminal().map(terminal -> terminal.ask(asked ? "answer: " : "next: "));
    return answer.orElseThrow(() ->
        CommandFailure.usage(
            PlainText.line(question), "agent run --continue %s 'ANSWER'".formatted(session.id())));
  }

  /** Has somebody at the terminal say whether it may; nothing is to be told beside that. */
  private String approval(WorkSession session) {
    session.request().forEach(output.progress()::println);
    boolean answered = terminal().map(terminal -> RunAnswer.ask(session, terminal)).orElse(false);
    if (!answered) {
      throw CommandFailure.usage(
          "the session waits for approval", "agent session approve %s".formatted(session.id()));
    }
    return "";
  }

  private Optional<Terminal> terminal() {
    return output.json() ? Optional.empty() : Terminal.attached();
  }

  /** On a terminal; one that shows nothing elsewhere. */
  private LiveView live(Cleanup cleanup) {
    var view = output.live();
    var live = view == null ? LiveView.none() : view;
    cleanup.later(live::close);
    return live;
  }

  /** Watches; where somebody sits at a terminal, the agent's questions are answered there. */
  private WorkSession.Result converse(
      WorkSession session, @Nullable Duration timeout, LiveView live) {
    var printer = output.events();
    Consumer<SessionEvent> events = event -> live.event(event, () -> printer.accept(event));
    var terminal = terminal().orElse(null);
    live.waitFor("waits for the worker");
    var result = session.watch(timeout, events);
    while (terminal != null && RunAnswer.isDue(result.ending())) {
      live.pause(true);
      if (!RunAnswer.ask(session, terminal)) {
        return result;
      }
      live.pause(false);
      result = session.watch(timeout, events);
    }
    return result;
  }

  /** An interrupted run prints no summary. */
  private void leave(Workplace workplace, String subject) {
    boolean known = workplace.branch().isPresent();
    workplace.leave(subject);
    if (!known) {
      workplace
          .branch()
          .ifPresent(
              name -> output.tell("agent: what was done until then is in the branch " + name));
      workplace.remark().ifPresent(remark -> output.tell("agent: " + remark));
    }
  }

  private void rest(WorkSession session) {
    if (Cleanup.interrupted()) {
      output.tell(
          CommandFailure.interrupted(
              "`agent run --continue %s` goes on; Ctrl-C again ends at once"
                  .formatted(session.id())));
    }
    session.rest();
  }

  private JsonObject body(String task, String platform, @Nullable String named) {
    return JsonObject.of(
        "prompt",
        task,
        "platform",
        platform,
        "model",
        named,
        "max_acu_limit",
        Acus.whole(maxAcus, output),
        "approvals",
        approvals);
  }

  /** The first line of what was asked for, as git's log shows it. */
  private static String subject(String text) {
    var line = PlainText.line(text.strip().lines().findFirst().orElse("agent run"));
    return line.length() > SUBJECT ? line.substring(0, SUBJECT - 3) + "..." : line;
  }
}
