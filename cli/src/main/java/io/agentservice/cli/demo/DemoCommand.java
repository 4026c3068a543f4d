package io.agentservice.cli.demo;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Browsers;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.Closing;
import io.agentservice.cli.service.LocalWorker;
import io.agentservice.cli.service.LocalWorkers;
import io.agentservice.cli.service.ServerCommand;
import io.agentservice.cli.service.ServerLog;
import io.agentservice.cli.service.Service;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.worker.loop.EventLines;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.settings.WorkerSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code agent demo}: one whole session on a real repository, without network or model key. Only
 * the model is recorded; server, database, worker, remote and every command are real.
 *
 * <p>Its data directory is kept. What a run that was killed left behind is tidied up by the next
 * one: remotes are ended, the database is adopted by the server, open sessions are terminated.
 */
@Command(
    name = "demo",
    description = "Shows one whole session on an example, without network or model key.",
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(
      names = "--example",
      paramLabel = "<name>",
      defaultValue = "shell-backup",
      description =
          "shell-backup, c-csv, java-textkit, node-links, node-board (with a browser), perl-logs,"
              + " python-inventory, python-notes, python-durations (with an MCP server),"
              + " pull-request (from a git host to a pull request there, with approvals),"
              + " merge-request (the same by GitLab's wire format, to how it stands), awk-ledger (an"
              + " agent that starts three others), or the directory of another repository with a"
              + " transcript.json")
  private String name;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  DemoCommand() {}

  @Override
  public Integer call() {
    var home = Home.of(System.getenv()).inside("demo");
    ServerLog.toFile(home.path().resolve("server.log"));
    try (var cleanup = new Cleanup()) {
      var lock = home.lock("demo");
      cleanup.later(() -> Closing.quietly(lock));
      home.anew("server.log");
      var example = Example.named(name);
      var browser = example.browserOf(System.getenv());
      var data = home.directory("worker");
      LocalWorker.endOrphans(data);
      var workspace = home.path().resolve("workspace");
      var host = DemoHost.of(example, home.path().resolve("host"));
      var task = DemoTask.prepare(example, workspace, host);
      if (host != null) {
        cleanup.later(host::close);
      }
      step("repository  " + task.told());
      boolean broken = task.brokenBefore();
      step("its tests   " + (broken ? "fail" : "pass already"));

      var given = variables(example);
      var service = Service.start(home, given, cleanup);
      ServerCommand.announce(home, service.address(), Home.Kind.SERVER, given, cleanup);
      step("server      " + service.address() + " on embedded PostgreSQL");
      var org = Connection.organization(service.client().self());
      var sessions = service.client().sessions(org);
      endLeftOverSessions(sessions);

      LocalWorker.ensureOutpost(service.client().fleet(), LocalWorker.OUTPOST, "agent demo");
      var watched = new AtomicReference<@Nullable WorkSession>();
      var workers =
          LocalWorkers.start(
              example.sessions(),
              settings(service, data, workspace, browser),
              example.sessions() == 1 ? this::tell : this::tellOfSeveral,
              _ -> {
                var session = watched.get();
                if (session != null) {
                  session.workerGone();
                }
              },
              cleanup);
      if (host != null) {
        host.connect(service.client(), org);
      }
      example.connect(service.client().organization(org).mcpServers());
      var session = WorkSession.create(sessions, task.session());
      cleanup.later(session::end);
      watched.set(session);
      if (workers.ended()) {
        session.workerGone();
      }
      step("session     " + session.url());
      var result = watch(session, example.approvals() != null);
      return new DemoSummary(output, task, sessions).print(session, result);
    }
  }

  /** Those of its workers, whose sessions have the browser unless it is null. */
  private static WorkerSettings settings(
      Service service, Path data, Path workspace, @Nullable Path browser) {
    var settings =
        LocalWorker.settings(service.client(), service.workerKey(), data, workspace, List.of());
    return browser == null ? settings : settings.having(Browsers.VARIABLE, browser.toString());
  }

  /** Those of its server. */
  private static Map<String, String> variables(Example example) {
    var given = new HashMap<>(System.getenv());
    given.put("AGENT_PORT", "0");
    given.put("AGENT_BIND", "127.0.0.1");
    given.put("AGENT_MODEL", "replay:" + example.transcript());
    return given;
  }

  /** {@code approves}: all that the agent asks for, as the person whose session it is. */
  private WorkSession.Result watch(WorkSession session, boolean approves) {
    var result = session.watch(Example.LONGEST, output.events());
    while (approves && result.ending() == WorkSession.Ending.APPROVAL) {
      session.approve(false);
      result = session.watch(Example.LONGEST, output.events());
    }
    return result;
  }

  /** Sessions of a run that was killed. */
  private static void endLeftOverSessions(SessionClient sessions) {
    var query = Query.of("first", 200);
    for (var status : new String[] {"new", "claimed", "running", "suspended", "resuming"}) {
      query = query.and("statuses", status);
    }
    for (var session : sessions.list(query).items()) {
      sessions.terminate(Session.of(session).id(), false);
    }
  }

  private void step(String line) {
    output.progress().println(output.colours().dim(line));
    output.progress().flush();
  }

  /** Where one was first, the others were not. */
  private void tellOfSeveral(WorkerEvent event) {
    if (!(event instanceof WorkerEvent.ClaimRefused)) {
      tell(event);
    }
  }

  private void tell(WorkerEvent event) {
    if (Cleanup.interrupted()) {
      return;
    }
    switch (event) {
      case WorkerEvent.Claimed _, WorkerEvent.BinaryReady _, WorkerEvent.RemoteStarted _ ->
          step("worker      " + EventLines.of(event));
      case WorkerEvent.Failed _,
          WorkerEvent.Retrying _,
          WorkerEvent.ClaimRefused _,
          WorkerEvent.BinaryRejected _,
          WorkerEvent.Restarting _ -> {
        output.tell("worker: " + EventLines.of(event));
      }
      default -> {
        // The events of the session tell the rest.
      }
    }
  }
}
