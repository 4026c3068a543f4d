package io.agentservice.e2e;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A server, an outpost and workers of a test's own: real processes below one directory. Closing it
 * ends them all, whatever the test did to them.
 */
public final class Installation implements AutoCloseable {
  public static final String TOKEN = "e2e-bootstrap-token-0123456789";
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final Map<String, String> settings = new TreeMap<>();
  private final List<Process> workers = new CopyOnWriteArrayList<>();
  private Process server;
  private volatile AgentClient client;
  private String org = "";
  private String outpost = "";

  private Installation(Path directory) {
    this.directory = directory;
  }

  /**
   * Starts server and outpost; {@code settings} are variables beside those that every test needs.
   */
  public static Installation start(Path directory, Map<String, String> settings)
      throws IOException {
    var installation = new Installation(directory);
    Files.createDirectories(directory.resolve("work"));
    installation.settings.put("AGENT_HOME", directory.resolve("home").toString());
    installation.settings.put("AGENT_PORT", "0");
    installation.settings.put("AGENT_REPLAY_MODELS", "true");
    installation.settings.put("AGENT_BOOTSTRAP_TOKEN", TOKEN);
    installation.settings.put("AGENT_REMOTE_BINARIES", Programs.REMOTES.toString());
    installation.settings.put("AGENT_PREPARED_HOME", Programs.preparedHome().toString());
    installation.settings.putAll(settings);
    installation.startServer();
    installation.org =
        installation.client.self().object("org_permissions").fields().keySet().iterator().next();
    installation.outpost =
        installation
            .client
            .fleet()
            .createOutpost("local", "linux", "of the test")
            .metadata()
            .outpostId();
    return installation;
  }

  /** Starts the server; after a kill at the same address as before. */
  public void startServer() throws IOException {
    var log = Files.createTempFile(directory, "server", ".log");
    var builder = Programs.server(log);
    builder.environment().putAll(settings);
    server = builder.start();
    await("the server to listen", () -> Programs.read(log).contains("listening "));
    String address =
        Programs.read(log)
            .lines()
            .filter(l -> l.startsWith("listening "))
            .findFirst()
            .orElseThrow();
    var url = URI.create(address.substring("listening ".length()));
    settings.put("AGENT_PORT", Integer.toString(url.getPort()));
    client = new AgentClient(ClientSettings.of(url, TOKEN).withRequestTimeout(PATIENCE));
  }

  /** The machine loses power, as far as the server can tell. */
  public void killServer() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  /** The database is killed; the server has to bring it back. */
  public void killDatabase() {
    processes().stream()
        .filter(process -> process.info().commandLine().orElse("").contains("postgres -D"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no database runs"))
        .destroyForcibly();
  }

  /** Starts a worker with a data directory of its own. */
  Process startWorker(String name) throws IOException {
    return startWorker(name, directory.resolve(name));
  }

  /** Starts a worker, again or for the first time; its log is {@code <name>.log}. */
  public Process startWorker(String name, Path dataDirectory, String... flags) throws IOException {
    return startWorker(name, dataDirectory, Map.of(), flags);
  }

  /** As above; {@code variables} are beside those that every worker needs. */
  public Process startWorker(
      String name, Path dataDirectory, Map<String, String> variables, String... flags)
      throws IOException {
    var arguments = new ArrayList<>(List.of("worker", "start"));
    arguments.add("--outpost=" + outpost);
    arguments.add("--api-url=" + client.baseUrl());
    arguments.add("--poll-interval-secs=1");
    arguments.addAll(List.of(flags));
    var builder = Programs.cli(directory.resolve(name + ".log"), arguments.toArray(String[]::new));
    builder.directory(directory.resolve("work").toFile());
    builder.environment().put("AGENT_OUTPOSTS_TOKEN", TOKEN);
    builder.environment().put("AGENT_WORKER_HOME", dataDirectory.toString());
    // Tests find and kill the processes of sessions; those of walls ask for them by the flag.
    builder.environment().put("AGENT_SANDBOX", "none");
    builder.environment().putAll(variables);
    var worker = builder.start();
    workers.add(worker);
    return worker;
  }

  public AgentClient client() {
    return client;
  }

  public String org() {
    return org;
  }

  /** Where the sessions' commands run. */
  public Path work() {
    return directory.resolve("work");
  }

  /** What the server keeps. */
  public Path home() {
    return directory.resolve("home");
  }

  public String outpost() {
    return outpost;
  }

  /** Creates a session whose model plays the transcript (JSON); answers its id. */
  public String create(String prompt, String transcript) throws IOException {
    var file = Files.createTempFile(directory, "transcript", ".json");
    Files.writeString(file, transcript);
    return client
        .sessions(org)
        .create(JsonObject.of("prompt", prompt, "model", "replay:" + file), null)
        .id();
  }

  public JsonObject session(String id) {
    return client.sessions(org).get(id).source();
  }

  /** The session's whole log. */
  public List<JsonObject> events(String id) {
    return client
        .get("/v3/organizations/%s/sessions/%s/events".formatted(org, id), Query.NONE)
        .objects("items");
  }

  List<String> eventTypes(String id) {
    return events(id).stream().map(event -> event.required("type")).toList();
  }

  void awaitEvent(String id, Predicate<JsonObject> wanted) {
    await("an event of " + id, () -> events(id).stream().anyMatch(wanted));
  }

  public void awaitStatus(String id, String status, String detail) {
    await(
        "%s to be %s (%s)".formatted(id, status, detail),
        () -> {
          var session = session(id);
          return status.equals(session.text("status"))
              && (detail == null || detail.equals(session.text("status_detail")));
        });
  }

  /** Waits until it is so; what the server can't answer meanwhile counts as not yet. */
  public void await(String what, BooleanSupplier condition) {
    await(what, PATIENCE, condition);
  }

  void await(String what, Duration longest, BooleanSupplier condition) {
    long end = System.nanoTime() + longest.toNanos();
    while (!met(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what + "\n" + logs());
      }
      pause();
    }
  }

  private static boolean met(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (ClientException e) {
      return false;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Processes that were started for this installation, by its directory in their environment or
   * command line.
   */
  public List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(this::isOurs).toList();
  }

  private boolean isOurs(ProcessHandle process) {
    var proc = Path.of("/proc", Long.toString(process.pid()));
    String text = Programs.read(proc.resolve("cmdline")) + Programs.read(proc.resolve("environ"));
    return process.pid() != ProcessHandle.current().pid() && text.contains(directory.toString());
  }

  /** What the server has logged. */
  String serverLog() {
    return logs("server*.log");
  }

  private String logs() {
    return logs("*.log");
  }

  private String logs(String names) {
    var text = new StringBuilder();
    try (var files = Files.newDirectoryStream(directory, names)) {
      files.forEach(
          file -> text.append(file.getFileName()).append(":\n").append(Programs.read(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Stops the server in an orderly way, and its database. */
  public void stopServer() {
    server.destroy();
    awaitEnd(server);
  }

  @Override
  public void close() {
    workers.forEach(Process::destroy);
    workers.forEach(Installation::awaitEnd);
    stopServer();
    processes().forEach(ProcessHandle::destroyForcibly);
    await("every process to end", () -> processes().isEmpty());
  }

  private static void awaitEnd(Process process) {
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
