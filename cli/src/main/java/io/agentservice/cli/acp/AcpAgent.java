package io.agentservice.cli.acp;

import io.agentservice.cli.home.Runs;
import io.agentservice.cli.service.BuildVersion;
import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What an editor may ask for. */
final class AcpAgent implements AutoCloseable {
  private static final long VERSION = 1;
  private static final long HIGHEST_VERSION = 65_535;
  private static final String LOGIN = "agent-login";
  private static final int MOST_SESSIONS = 50;
  private static final Pattern SESSION = Pattern.compile("agent-[0-9a-f]{32}");

  private final Link link;
  private final Editor editor;
  private final EditorSession.Limits limits;
  private final Executor threads;
  private final Map<String, EditorSession> sessions = new ConcurrentHashMap<>();
  private volatile boolean closed;

  AcpAgent(Link link, Editor editor, EditorSession.Limits limits, Executor threads) {
    this.link = link;
    this.editor = editor;
    this.limits = limits;
    this.threads = threads;
  }

  /**
   * Reads a request, and says how it is answered, which may take long.
   *
   * @throws Refusal when it makes no sense
   */
  Supplier<JsonObject> request(String method, Fields params) {
    return switch (method) {
      case "initialize" -> initialize(params);
      case "authenticate" -> authenticate(params);
      case "session/new" -> begin(params);
      case "session/load" -> load(params);
      case "session/prompt" -> prompt(params);
      case "session/close" -> close(session(params));
      default ->
          throw new Refusal(Refusal.NO_METHOD, "there is no method '%s'".formatted(method), null);
    };
  }

  /** Hears what needs no answer; what it does not know is passed over. */
  void notice(String method, Fields params) {
    if (method.equals("session/cancel")) {
      var session = sessions.get(params.text("sessionId"));
      if (session != null) {
        threads.execute(session::cancel);
      }
    }
  }

  /** Whatever version the editor knows best, this is the one that we know. */
  private static Supplier<JsonObject> initialize(Fields params) {
    var version = params.numberOrNull("protocolVersion");
    if (version == null || version < 0 || version > HIGHEST_VERSION) {
      throw Refusal.params("protocolVersion is a number from 0 to 65535");
    }
    var capabilities =
        JsonObject.of(
            "loadSession",
            true,
            "promptCapabilities",
            JsonObject.of("image", false, "audio", false, "embeddedContext", true),
            "mcpCapabilities",
            JsonObject.of("http", true, "sse", false),
            "sessionCapabilities",
            JsonObject.of("close", JsonObject.of()));
    var login =
        JsonObject.of(
            "id",
            LOGIN,
            "name",
            "agent login",
            "description",
            "Run `agent login` in a terminal, or give AGENT_API_URL and AGENT_API_KEY");
    return () ->
        JsonObject.of(
            "protocolVersion",
            VERSION,
            "agentCapabilities",
            capabilities,
            "agentInfo",
            JsonObject.of(
                "name",
                "agent-service",
                "title",
                "Agent service",
                "version",
                new BuildVersion().version()),
            "authMethods",
            List.of(login));
  }

  private Supplier<JsonObject> authenticate(Fields params) {
    var method = params.text("methodId");
    if (!method.equals(LOGIN)) {
      throw Refusal.params("the only methodId is " + LOGIN);
    }
    return () -> {
      link.login();
      return JsonObject.of();
    };
  }

  private Supplier<JsonObject> begin(Fields params) {
    var directory = directory(params);
    var servers = EditorServers.read(params);
    return () -> {
      var name = Runs.newName();
      add(name, new Runs.Run("", name, directory, null), servers);
      return JsonObject.of("sessionId", name);
    };
  }

  private Supplier<JsonObject> load(Fields params) {
    var directory = directory(params);
    var servers = EditorServers.read(params);
    var name = params.text("sessionId");
    return () -> {
      var session = sessions.get(name);
      if (session == null || session.isClosed()) {
        session = add(name, earlier(name, directory), servers);
      }
      session.replay(session.begin());
      return JsonObject.of();
    };
  }

  private Supplier<JsonObject> prompt(Fields params) {
    var session = session(params);
    var text = PromptText.of(params);
    var turn = session.begin(); // so that a cancellation that follows finds it
    return () -> session.prompt(turn, text);
  }

  private Supplier<JsonObject> close(EditorSession session) {
    return () -> {
      session.cancel();
      session.close();
      sessions.values().remove(session);
      return JsonObject.of();
    };
  }

  private EditorSession session(Fields params) {
    var name = params.text("sessionId");
    var session = sessions.get(name);
    if (session == null || session.isClosed()) {
      throw new Refusal(
          Refusal.UNKNOWN, "no session '%s' is open".formatted(name), "load it, or begin one");
    }
    return session;
  }

  private EditorSession add(String name, Runs.Run run, EditorServers servers) {
    sessions.values().removeIf(AcpAgent::isOver);
    if (sessions.size() >= MOST_SESSIONS) {
      throw new Refusal(
          Refusal.FAILED, "%d sessions are open".formatted(sessions.size()), "close one of them");
    }
    var session = new EditorSession(name, run, servers, link.open(), editor, limits, threads);
    var before = sessions.put(name, session);
    if (before != null) {
      before.close();
    }
    if (closed) {
      session.close();
    }
    return session;
  }

  /** One that has lost its worker lets go of what is left. */
  private static boolean isOver(EditorSession session) {
    if (session.isClosed()) {
      session.close();
    }
    return session.isClosed();
  }

  /** What an editor or {@code agent run} began in the directory. */
  private Runs.Run earlier(String name, Path directory) {
    var runs = link.open().runs();
    var found = SESSION.matcher(name).matches() ? runs.of(name) : runs.named(name);
    var run =
        found.orElseThrow(() ->
            new Refusal(
                Refusal.UNKNOWN,
                "no session '%s' was begun on this machine".formatted(name),
                null));
    if (run.branch() != null) {
      throw new Refusal(
          Refusal.PARAMS,
          "the session works on the branch %s, in a checkout of its own".formatted(run.branch()),
          "`agent run --continue %s` goes on with it".formatted(run.session()));
    }
    if (!run.directory().equals(directory)) {
      throw Refusal.params(
          "the session works in %s, not in %s".formatted(run.directory(), directory));
    }
    return run;
  }

  private static Path directory(Fields params) {
    var cwd = params.text("cwd");
    try {
      var path = Path.of(cwd);
      if (path.isAbsolute() && Files.isDirectory(path)) {
        return path.normalize();
      }
    } catch (InvalidPathException _) {
      // the same message serves
    }
    throw Refusal.params("cwd must be the absolute path of a directory, not '%s'".formatted(cwd));
  }

  /** All sessions sleep, their workers end; those of several at the same time. */
  @Override
  public void close() {
    closed = true;
    editor.leave();
    try (var closers = Executors.newVirtualThreadPerTaskExecutor()) {
      sessions.values().forEach(session -> closers.execute(session::close));
    }
  }
}
