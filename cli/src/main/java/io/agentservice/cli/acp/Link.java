package io.agentservice.cli.acp;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.run.RunService;
import io.agentservice.cli.run.RunWorker;
import io.agentservice.cli.service.KilledRuns;
import io.agentservice.cli.terminal.Output;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.sessions.SessionClient;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The service, found or started when it is first needed, as for {@code agent run}. */
final class Link {
  private final Connection connection;
  private final Home home;
  private final @Nullable String model;
  private final Output output;
  private final Cleanup cleanup;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Opened opened;
  private Connection.@Nullable Target target;
  private @Nullable String named;

  /** The cleanup lets go of it. */
  Link(Connection connection, Home home, @Nullable String model, Output output, Cleanup cleanup) {
    this.connection = connection;
    this.home = home;
    this.model = model;
    this.output = output;
    this.cleanup = cleanup;
  }

  /**
   * The way to it.
   *
   * @param key for workers
   * @param model to ask for; null: the service's own
   */
  record Opened(
      AgentClient client,
      SessionClient sessions,
      String key,
      @Nullable String model,
      Home home,
      Output output) {
    Runs runs() {
      return new Runs(home);
    }

    /** A worker that serves one run alone. */
    RunWorker worker(Runs.Run run, Cleanup cleanup) {
      var place =
          new RunWorker.Place(
              run.name(),
              runs().place(run.name()),
              home.directory("worker").resolve("cache"),
              run.directory());
      return RunWorker.start(client, key, place, output, cleanup);
    }
  }

  /**
   * Opens it, once; another try may follow one that failed.
   *
   * @throws Refusal when there is none, or nobody is logged in
   */
  Opened open() {
    lock.lock();
    try {
      var known = opened;
      if (known == null) {
        known = connect(target());
        opened = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Opens it, and has the key tried; one that is refused gives way to what is logged in now.
   *
   * @throws Refusal as {@link #open}
   */
  void login() {
    lock.lock();
    try {
      tryKey();
    } catch (Refusal e) {
      forget();
      tryKey();
    } finally {
      lock.unlock();
    }
  }

  private void tryKey() {
    try {
      var _ = open().client().self();
    } catch (ClientException e) {
      throw Refusal.of(e);
    }
  }

  /** The service of this machine that was started here keeps its key. */
  private void forget() {
    if (elsewhere()) {
      opened = null;
      target = null;
    }
  }

  private Connection.Target target() {
    var known = target;
    if (known == null) {
      try {
        var service = new RunService(connection, home, model, true, output);
        known = service.open(cleanup);
        named = service.model();
      } catch (CommandFailure e) {
        int number = elsewhere() ? Refusal.LOGIN : Refusal.FAILED;
        throw new Refusal(number, String.valueOf(e.getMessage()), e.hint());
      }
      target = known;
    }
    return known;
  }

  private boolean elsewhere() {
    try {
      return connection.isElsewhere();
    } catch (CommandFailure _) {
      return false; // what is named is no address
    }
  }

  private Opened connect(Connection.Target to) {
    var client = Connection.open(to);
    try {
      new KilledRuns(new Runs(home), client).tidyUp();
      var sessions = client.sessions(connection.organization(client));
      var key = home.credentials().forWorker(to.key());
      cleanup.later(client::close);
      return new Opened(client, sessions, key, named, home, output);
    } catch (ClientException | CommandFailure e) {
      client.close();
      forget();
      throw Refusal.of(e);
    }
  }
}
