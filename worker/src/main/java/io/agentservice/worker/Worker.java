package io.agentservice.worker;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.worker.binaries.BinaryStore;
import io.agentservice.worker.binaries.Platform;
import io.agentservice.worker.binaries.StaticFiles;
import io.agentservice.worker.claims.AcceptorIdentity;
import io.agentservice.worker.claims.Claims;
import io.agentservice.worker.claims.Releases;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.exit.WorkerFailure;
import io.agentservice.worker.loop.Backoff;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Retry;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.process.UserClaim;
import io.agentservice.worker.sessions.DirectServe;
import io.agentservice.worker.sessions.SessionLoop;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A worker, from start to exit code (fleet.md 7), on the thread of {@link #run}. */
public final class Worker {
  private static final Pattern HEADER_TEXT = Pattern.compile("\\p{Graph}+( +\\p{Graph}+)*");

  private final WorkerSettings settings;
  private final Progress progress;
  private final Stop stop = new Stop();
  private final AtomicBoolean stopAsked = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Starts nothing; {@code progress} hears what the worker does. */
  public Worker(WorkerSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * As SIGTERM: no new claims, and the session under way has the drain limit before it is released.
   * A second call: at once. Returns immediately.
   */
  public void stop() {
    stop(ExitCode.TERMINATED);
  }

  /** As {@link #stop()}, with another exit code. */
  public void stop(int exitCode) {
    var limit = settings.drainLimit();
    if (stopAsked.getAndSet(true)) {
      stop.raise(Level.KILL, exitCode);
    } else if (limit.isZero()) {
      orderly(exitCode);
    } else {
      progress.tell(new WorkerEvent.Draining(limit));
      stop.raise(Level.DRAIN, exitCode);
      Thread.ofVirtual().name("drain-limit").start(() -> orderlyAfter(limit, exitCode));
    }
  }

  private void orderly(int exitCode) {
    progress.tell(new WorkerEvent.Stopping(exitCode));
    stop.raise(Level.STOP, exitCode);
  }

  private void orderlyAfter(Duration limit, int exitCode) {
    try {
      if (!ended.await(limit.toMillis(), TimeUnit.MILLISECONDS) && !stop.reached(Level.STOP)) {
        orderly(exitCode);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** No new claims; the session under way is served to its end, then {@link #run} returns 0. */
  public void drain() {
    progress.tell(new WorkerEvent.Draining(null));
    stop.raise(Level.DRAIN, ExitCode.SERVED);
  }

  /** Works until done, told to end or unable to go on; answers an {@link ExitCode}. */
  public int run() {
    try {
      return serve();
    } catch (WorkerFailure e) {
      return failed(e.getMessage(), e.hint(), e.exitCode());
    } catch (IllegalArgumentException e) { // whom to trust is named wrongly
      return failed(e.getMessage(), null, ExitCode.USAGE);
    } catch (ClientException e) {
      if (stop.reached(Level.STOP)) {
        return stop.exitCode(); // a stop cuts the connections off
      }
      return failed(e.getMessage(), e.hint(), ExitCode.of(e));
    } catch (RuntimeException e) {
      return failed(
          "Unexpected failure: " + e, "This is a bug; please report it", ExitCode.FAILURE);
    } finally {
      ended.countDown();
    }
  }

  private int failed(@Nullable String detail, @Nullable String hint, int exitCode) {
    progress.tell(new WorkerEvent.Failed(String.valueOf(detail), hint, exitCode));
    return exitCode;
  }

  private int serve() {
    var platform =
        Platform.current()
            .orElseThrow(() ->
                new WorkerFailure(
                    ExitCode.USAGE, "There is no remote binary for this kind of machine", null));
    var isolation = settings.remote().isolation();
    progress.tell(new WorkerEvent.Isolated(isolation.sandbox() != null, isolation.words()));
    try (var _ = claimUser()) {
      return serve(platform);
    }
  }

  /** The right to the user whom remotes run as; null when they run as the worker. */
  private @Nullable UserClaim claimUser() {
    var user = settings.runAs();
    var data = settings.directories().data();
    try {
      return user == null
          ? null
          : UserClaim.take(
              user,
              List.of(data, data.resolve("sessions"), settings.directories().cache()),
              settings.directories().work());
    } catch (IOException e) {
      throw new WorkerFailure(
          ExitCode.USAGE, "--run-as: " + e.getMessage(), "Run the worker as root, on Linux");
    }
  }

  private int serve(Platform platform) {
    var retry = new Retry(stop, progress, new Backoff(new Random()));
    var session = settings.duty().session();
    var token = settings.sessionToken();
    if (session != null && token != null) {
      return serveDirectly(session, token, platform, retry);
    }
    var api = clientSettings();
    try (var identity = identity();
        var client =
            new AgentClient(api, progress::answered).withHeaders(() -> shown(identity.id()));
        var releases = new Releases(new AgentClient(api, progress::answered), progress);
        var files = new StaticFiles(settings.server().staticBaseUrl());
        var _ = stop.on(Level.STOP, client::close);
        var _ = stop.on(Level.STOP, files::close)) {
      var outpost = outpost(client, platform, retry);
      if (settings.duty().session() == null && outpost == null) {
        return stop.exitCode();
      }
      var claims =
          new Claims(
              client.fleet(),
              releases,
              identity.id(),
              stop,
              retry,
              progress,
              settings.server().gatewayUrl());
      var binaries =
          new BinaryStore(settings.directories().cache(), files, platform, stop, progress);
      var shift =
          new SessionLoop(
              settings, client.fleet(), claims, binaries, platform, stop, retry, progress);
      progress.tell(
          new WorkerEvent.Started(
              identity.id(),
              outpost == null
                  ? "session " + settings.duty().session()
                  : "outpost " + outpost.spec().name(),
              settings.server().apiUrl().toString()));
      return shift.run(outpost);
    }
  }

  /** What the service shows of this machine (api-enterprise.md 10); what fits a header only. */
  private Map<String, String> shown(String acceptor) {
    return HEADER_TEXT.matcher(acceptor).matches()
        ? Map.of(
            "X-Agent-Acceptor-Id",
            acceptor,
            "X-Agent-Draining",
            Boolean.toString(stop.reached(Level.DRAIN)),
            "X-Agent-Slots",
            "1")
        : Map.of();
  }

  private int serveDirectly(String session, String token, Platform platform, Retry retry) {
    try (var files = new StaticFiles(settings.server().staticBaseUrl());
        var _ = stop.on(Level.STOP, files::close)) {
      var binaries =
          new BinaryStore(settings.directories().cache(), files, platform, stop, progress);
      return new DirectServe(settings, binaries, stop, retry, progress).run(session, token);
    }
  }

  private ClientSettings clientSettings() {
    try {
      return ClientSettings.of(settings.server().apiUrl(), settings.token());
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    }
  }

  private AcceptorIdentity identity() {
    try {
      return settings.duty().acceptorId() == null
          ? AcceptorIdentity.stored(settings.directories().data())
          : AcceptorIdentity.given(settings.directories().data(), settings.duty().acceptorId());
    } catch (IOException e) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "Cannot keep an identity in " + settings.directories().data() + ": " + e.getMessage(),
          "Make the directory writable, or name another one with --data-dir");
    } catch (IllegalStateException e) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          String.valueOf(e.getMessage()),
          "Give each worker an --acceptor-id of its own, or none: then it makes one");
    } catch (IllegalArgumentException e) {
      throw new WorkerFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), null);
    }
  }

  /** The outpost, checked (fleet.md 7 step 3); null without one or when a stop came first. */
  private @Nullable Outpost outpost(AgentClient client, Platform platform, Retry retry) {
    var wanted = settings.duty().outpost();
    if (wanted == null) {
      if (settings.duty().session() == null) {
        throw new WorkerFailure(
            ExitCode.USAGE, "No outpost to serve", "Name one with --outpost=<id or name>");
      }
      return null;
    }
    var all = retry.untilItWorks("read the outposts", Level.DRAIN, client.fleet()::outposts);
    if (all.isEmpty()) {
      return null;
    }
    var outpost =
        all.get().stream()
            .filter(o ->
                o.metadata().outpostId().equals(wanted) || o.spec().name().equalsIgnoreCase(wanted))
            .findFirst()
            .orElseThrow(() ->
                new WorkerFailure(
                    ExitCode.USAGE,
                    "There is no outpost '" + wanted + "'",
                    "`agent worker outpost list` shows them"));
    if (!platform.serves(outpost.spec().platform())) {
      throw new WorkerFailure(
          ExitCode.USAGE,
          "Outpost %s is for %s, this machine is %s"
              .formatted(
                  outpost.spec().name(),
                  Objects.requireNonNullElse(outpost.spec().platform(), "linux"),
                  platform.name()),
          "Start this worker on another machine, or serve another outpost");
    }
    return outpost;
  }
}
