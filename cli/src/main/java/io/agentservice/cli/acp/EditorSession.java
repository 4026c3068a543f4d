package io.agentservice.cli.acp;

import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.session.EventFollower;
import io.agentservice.cli.session.mcp.SessionMcpServers;
import io.agentservice.client.http.ClientException;
import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A conversation of the editor: a session of the service that works in a directory of this machine,
 * by a worker of its own, from the first prompt on.
 */
final class EditorSession implements AutoCloseable {
  private final Link.Opened link;
  private final Limits limits;
  private final Turn.Place place;
  private final Cleanup cleanup = Cleanup.part();
  private final AtomicReference<@Nullable Turn> current = new AtomicReference<>();
  private volatile boolean closed;

  private volatile Runs.Run run;

  // Of whoever has the current turn.
  private final SessionMcpServers servers;
  private List<String> unused;
  private boolean served;
  private long last;

  /** What each session may do. */
  record Limits(@Nullable Integer maxAcus, @Nullable String approvals) {}

  /**
   * One that is not served yet.
   *
   * @param name by which the editor knows it
   * @param servers MCP servers that the editor wants it to have
   */
  EditorSession(
      String name,
      Runs.Run run,
      EditorServers servers,
      Link.Opened link,
      Editor editor,
      Limits limits,
      Executor threads) {
    this.run = run;
    this.servers = servers.servers();
    this.unused = servers.unused();
    this.link = link;
    this.limits = limits;
    var tools = new ToolCalls(run.directory());
    this.place =
        new Turn.Place(
            name, link.sessions(), editor, new Updates(tools), tools, threads, new ReentrantLock());
  }

  /** A prompt comes; there is one at a time. */
  Turn begin() {
    var turn = new Turn(place);
    if (!current.compareAndSet(null, turn)) {
      throw new Refusal(
          Refusal.NO_REQUEST, "the session has a prompt under way", "cancel that one first");
    }
    if (closed) {
      current.set(null);
      throw new Refusal(Refusal.UNKNOWN, "the session is closed here", null);
    }
    return turn;
  }

  /** Has the agent do it; the answer to the prompt. */
  JsonObject prompt(Turn turn, String text) {
    try {
      serve();
      if (turn.cancelled()) {
        return Turn.ofCancelled();
      }
      sayWhatIsNotUsed();
      return turn.follow(tell(turn, text), last);
    } finally {
      last = Math.max(last, turn.last());
      current.set(null);
    }
  }

  /** Shows all that has happened in it. */
  void replay(Turn turn) {
    try {
      if (!run.session().isEmpty()) {
        last = EventFollower.read(link.sessions(), run.session(), 0, turn::show);
      }
    } finally {
      current.set(null);
    }
  }

  /** Stops what it does; nothing when that is nothing. */
  void cancel() {
    var turn = current.get();
    if (turn != null) {
      turn.cancel();
    }
  }

  private void serve() {
    if (served) {
      return;
    }
    var serving = Cleanup.part();
    try {
      var hold = link.runs().takeSoon(run.name());
      serving.later(hold::close);
      var worker = link.worker(run, serving);
      serving.later(this::rest);
      worker.serves(this::workerGone);
    } catch (RuntimeException e) {
      serving.close(); // so that the next prompt may try again
      throw e;
    }
    cleanup.later(serving::close);
    served = true;
  }

  /** What others did in it meanwhile is shown before the agent is told. */
  private String tell(Turn turn, String text) {
    var sessions = link.sessions();
    if (run.session().isEmpty()) {
      place.updates().sent(text);
      run = run.with(sessions.create(body(text), null).id());
      link.runs().keep(run);
    } else {
      last = EventFollower.read(sessions, run.session(), last, turn::show);
      place.updates().sent(text);
      sessions.message(run.session(), text);
    }
    return run.session();
  }

  private JsonObject body(String text) {
    return JsonObject.of(
        "prompt",
        text,
        "platform",
        run.name(),
        "model",
        link.model(),
        "max_acu_limit",
        limits.maxAcus(),
        "approvals",
        limits.approvals(),
        "session_secrets",
        servers.secrets(),
        "mcp_servers",
        servers.servers());
  }

  private void sayWhatIsNotUsed() {
    if (!unused.isEmpty()) {
      var text =
          "MCP servers of the editor that speak neither by pipes nor by http are not used here: %s"
              .formatted(String.join(", ", unused));
      place.tell(updates -> updates.ofService(text));
      unused = List.of();
    }
  }

  private void workerGone() {
    if (!closed) {
      closed = true;
      var turn = current.get();
      if (turn != null) {
        turn.end("the worker of the session has ended", "load the session, or begin another one");
      }
    }
  }

  /** It sleeps until somebody goes on with it. */
  private void rest() {
    if (!run.session().isEmpty()) {
      try {
        link.sessions().sleep(run.session());
      } catch (ClientException _) {
        // It sleeps or has ended already, or the service is gone: then its claim lapses.
      }
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Has it sleep, and ends its worker. */
  @Override
  public void close() {
    closed = true;
    var turn = current.get();
    if (turn != null) {
      turn.end("the session is closed here", null);
    }
    cleanup.close();
  }
}
