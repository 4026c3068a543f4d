package io.agentservice.server.web.pages;

import static io.agentservice.server.agent.loop.log.LoopEvents.data;
import static io.agentservice.server.agent.loop.log.LoopEvents.type;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.App;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.timeline.LivePieces;
import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.testing.TestDatabase;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A whole server on a database of its own, and a browser's habits in plain HTTP. */
public final class PageServer implements AutoCloseable {
  public static final String KEY = "bootstrap-key-of-the-test";
  private static final Pattern CSRF = Pattern.compile("name=\"csrf_token\" value=\"([^\"]+)\"");

  final TestDatabase database = TestDatabase.create();
  public final App app;
  final HttpClient http = HttpClient.newHttpClient();
  private final Path home;
  private final Database direct;
  private final EventLog log;

  public PageServer(Path home, Map<String, String> more) {
    this.home = home;
    var values = new HashMap<>(more);
    values.put("AGENT_HOME", home.toString());
    values.put("AGENT_DATABASE_URL", database.jdbcUrl());
    values.put("AGENT_PORT", "0");
    values.put("AGENT_BOOTSTRAP_TOKEN", KEY);
    app = App.start(Settings.read(values));
    direct = Database.open(database.jdbcUrl());
    log = new EventLog(direct, new EventSignals());
  }

  /** What a stream of this server is made of, with live text of the test's own. */
  LiveStream.Sources sources(LivePieces live, Duration keepalive) {
    var signals = new EventSignals();
    var settings = Settings.read(Map.of("AGENT_HOME", home.toString()));
    var vault = new Vault(MasterKey.fresh());
    var core =
        new Core(
            new LiveSettings(settings),
            direct,
            vault,
            () -> Redactor.NONE,
            log,
            signals,
            new Lists(new Cursors(new byte[32])),
            new Addresses(null, null, null),
            new Background(),
            new Metrics());
    var queue = new Queue(direct, new FeedSignal(), 300, 60);
    var sessions =
        SessionsFeature.wire(
                core,
                SessionContext.of(direct, vault),
                queue,
                new Placement(_ -> null, "{}"),
                new ConnectTokens(new byte[32]))
            .sessions();
    return new LiveStream.Sources(sessions, log, signals, live, Duration.ofMinutes(1), keepalive);
  }

  public HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(app.address() + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> get(String path, String cookie) throws Exception {
    return send("GET", path, null, "Cookie", cookie);
  }

  public HttpResponse<String> post(String path, Map<String, String> form, String... headers)
      throws Exception {
    String body =
        form.entrySet().stream()
            .map(field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    var all = new String[headers.length + 2];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "application/x-www-form-urlencoded";
    return send("POST", path, body, all);
  }

  /** The open stream of a page. */
  public HttpResponse<InputStream> stream(String path, String cookie) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(app.address() + path)).header("Cookie", cookie).build(),
        BodyHandlers.ofInputStream());
  }

  /** Signs in; the answer is the cookie to send. */
  public String signIn(String key) throws Exception {
    var answer = post("/login", Map.of("key", key));
    if (answer.statusCode() != 303) {
      throw new AssertionError("not signed in: " + answer.statusCode() + " " + answer.body());
    }
    return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
  }

  /** The token that the forms of a page carry. */
  public static String csrf(HttpResponse<String> page) {
    var found = CSRF.matcher(page.body());
    if (!found.find()) {
      throw new AssertionError("no form in " + page.body());
    }
    return found.group(1);
  }

  public JsonNode api(String method, String path, String body) throws Exception {
    var answer =
        send(
            method,
            path,
            body,
            "Authorization",
            "Bearer " + KEY,
            "Content-Type",
            "application/json");
    if (answer.statusCode() >= 300) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
    return Json.MAPPER.readTree(answer.body());
  }

  public String org() throws Exception {
    return api("GET", "/v3/self", null).path("org_permissions").propertyNames().iterator().next();
  }

  public String sessionsPath() throws Exception {
    return "/v3/organizations/" + org() + "/sessions";
  }

  public SessionId create(String prompt) throws Exception {
    var body = Json.MAPPER.writeValueAsString(Map.of("prompt", prompt));
    return new SessionId(api("POST", sessionsPath(), body).path("session_id").asString());
  }

  /** The address of its plain page. */
  public static String page(SessionId session) {
    return "/plain/sessions/" + session.hex();
  }

  public void append(SessionId session, LoopEvent event) {
    var seq = direct.inTransaction(tx -> log.append(tx, session, 0, 0, type(event), data(event)));
    if (seq.isEmpty()) {
      throw new AssertionError("the session has another epoch");
    }
  }

  public void sql(String statement) throws Exception {
    try (var connection = DriverManager.getConnection(database.jdbcUrl());
        var prepared = connection.createStatement()) {
      prepared.execute(statement);
    }
  }

  public String value(String query) throws Exception {
    try (var connection = DriverManager.getConnection(database.jdbcUrl());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  /** A further key. */
  public String key(Principal.Kind kind, String principalId) throws Exception {
    String token = Tokens.create("agt_");
    var account = new AccountId(value("SELECT account_id FROM account"));
    direct.useTransaction(
        tx -> Keys.store(tx, account, kind, principalId, null, "of a test", token));
    return token;
  }

  @Override
  public void close() {
    http.close();
    app.close();
    direct.close();
    database.close();
  }
}
