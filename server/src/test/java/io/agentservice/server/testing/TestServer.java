package io.agentservice.server.testing;

import io.agentservice.server.App;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.gitaccess.GitAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The whole server in this process, with a database of its own, on any free port. One per test
 * class; the tests of a class share it and keep apart by organizations ({@link Given}).
 */
public final class TestServer implements AutoCloseable {
  /** Off: machines that tests play by hand hear what they are asked by the agent, and no more. */
  private static final String CHANGES = "AGENT_GIT_CHANGES_SECONDS";

  /** Key of the service user that may do everything. */
  public static final String ADMIN_KEY = "test-admin-key-of-the-first-start";

  private final TestDatabase database;
  private final Path home;
  private final App app;
  private final Given given;

  private TestServer(TestDatabase database, Path home, App app) {
    this.database = database;
    this.home = home;
    this.app = app;
    this.given = new Given(this);
  }

  public static TestServer start() {
    return start(Map.of());
  }

  /** Starts one with further settings; rate limits are off unless they say otherwise. */
  public static TestServer start(Map<String, String> settings) {
    return start(settings, UnaryOperator.identity());
  }

  /** Starts one that reaches its database by another address, for example through a proxy. */
  public static TestServer start(Map<String, String> settings, UnaryOperator<String> address) {
    return start(settings, address, Settings::read);
  }

  /** Starts one whose settings are read by the test. */
  static TestServer start(
      Map<String, String> settings,
      UnaryOperator<String> address,
      Function<Map<String, String>, Settings> reader) {
    var database = TestDatabase.create();
    try {
      var home = Files.createTempDirectory("server");
      var values = new HashMap<String, String>();
      values.put("AGENT_HOME", home.toString());
      values.put("AGENT_PORT", "0");
      values.put("AGENT_DATABASE_URL", address.apply(database.jdbcUrl()));
      values.put("AGENT_BOOTSTRAP_TOKEN", ADMIN_KEY);
      values.put(CHANGES, "0");
      List.of("READS", "WRITES", "CREATES", "ANONYMOUS")
          .forEach(policy -> values.put("AGENT_RATE_" + policy, "0"));
      values.putAll(settings);
      return new TestServer(database, home, App.start(reader.apply(values)));
    } catch (IOException e) {
      database.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** A further node on the same database and home; to be closed before this one. */
  public App furtherNode() {
    return App.start(Settings.read(furtherSettings()));
  }

  /** Has whichever node leads from now on begin all chores of the leader, within some seconds. */
  public void leadAnew() {
    given.update("DELETE FROM leader");
  }

  /** As {@link #furtherNode}, with further settings, and another way to the database. */
  public App furtherNode(Map<String, String> settings, UnaryOperator<String> address) {
    var values = new HashMap<>(furtherSettings());
    values.put("AGENT_DATABASE_URL", address.apply(database.jdbcUrl()));
    values.putAll(settings);
    return App.start(Settings.read(values));
  }

  /** As {@link #furtherNode}, as a process with a heap of so many MiB. */
  public ServerProcess furtherProcess(int heap) {
    return furtherProcess(heap, Map.of());
  }

  /** The same with further settings. */
  public ServerProcess furtherProcess(int heap, Map<String, String> settings) {
    var values = new HashMap<>(furtherSettings());
    values.putAll(settings);
    return ServerProcess.start(values, heap);
  }

  /** A process as {@link #furtherProcess(int)}, known to the database by that name. */
  public ServerProcess furtherProcess(int heap, String name) {
    String url = database.jdbcUrl();
    String more = (url.contains("?") ? "&" : "?") + "ApplicationName=" + name;
    return furtherProcess(heap, Map.of("AGENT_DATABASE_URL", url + more));
  }

  private Map<String, String> furtherSettings() {
    return Map.of(
        CHANGES,
        "0",
        "AGENT_HOME",
        home.toString(),
        "AGENT_PORT",
        "0",
        "AGENT_DATABASE_URL",
        database.jdbcUrl(),
        "AGENT_RATE_READS",
        "0",
        "AGENT_RATE_WRITES",
        "0");
  }

  /** The admin as a client of a further node. */
  public ApiClient adminOf(App node) {
    return ApiClient.anonymous(node.address()).withToken(ADMIN_KEY);
  }

  public ApiClient anonymous() {
    return ApiClient.anonymous(app.address());
  }

  /** The caller with that key. */
  public ApiClient as(String key) {
    return anonymous().withToken(key);
  }

  public ApiClient admin() {
    return as(ADMIN_KEY);
  }

  /** Fixtures in words. */
  public Given given() {
    return given;
  }

  public List<Route> routes() {
    return app.routes();
  }

  /** What lets the git of machines in. */
  public GitAccess gitAccess() {
    return app.gitAccess();
  }

  /** What was changed by SQL holds at once. */
  void forgetCallers() {
    app.forgetCallers();
  }

  /** The directory of everything that it keeps, and its further nodes. */
  public Path home() {
    return home;
  }

  public String address() {
    return app.address();
  }

  /** Its database, for a part of the server that is tested alone; to be closed. */
  public Database openDatabase() {
    return Database.open(database.jdbcUrl());
  }

  String jdbcUrl() {
    return database.jdbcUrl();
  }

  @Override
  public void close() {
    app.close();
    given.close();
    database.close();
    try (var files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
