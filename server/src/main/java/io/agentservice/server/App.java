package io.agentservice.server;

import io.agentservice.server.agent.driver.Driver;
import io.agentservice.server.agent.driver.LoopCheck;
import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.background.OutageLog;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.Addresses;
import io.agentservice.server.base.http.ClientAddresses;
import io.agentservice.server.base.http.CrossOrigins;
import io.agentservice.server.base.http.Cursors;
import io.agentservice.server.base.http.Deprecation;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.HttpServer;
import io.agentservice.server.base.http.Idempotency;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.RateLimits;
import io.agentservice.server.base.http.RateSharing;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.Router;
import io.agentservice.server.base.http.Throttle;
import io.agentservice.server.base.openapi.OpenApiRoutes;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.binaries.RemoteBinaries;
import io.agentservice.server.engine.claims.Claims;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.gateway.GatewaySettings;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.web.pages.LivePieces;
import io.agentservice.server.web.pages.PagesFeature;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * The features in dependency order, and what runs: opened top to bottom, closed the other way
 * round.
 */
public final class App implements AutoCloseable {
  private final DataStore store;
  private final Optional<FirstStart.Secrets> first;
  private final Supplier<String> workerKey;
  private final Addresses addresses;
  private final List<Route> routes;
  private final Router router;
  private final Gate gate;
  private final Context context;
  private final Agent agent;
  private final Gateway gateway;
  private final Claims claims;
  private final Housekeeping housekeeping;
  private final HttpServer http;
  private volatile boolean draining;

  /** Starts the server; it answers requests when this returns. */
  public static App start(Settings settings) {
    var log = Beside.begin("log", LoggerFactory::getILoggerFactory);
    var opening = Beside.begin("data store", () -> DataStore.open(settings, log));
    log.join();
    var http = Beside.begin("http", () -> warmUp(HttpServer::warmUp));
    try {
      warmUp(() -> Database.warmUp(FirstStartSql.class, FirstStartSql::account));
      return on(opening.join(), settings);
    } finally {
      http.join();
    }
  }

  private static App on(DataStore store, Settings settings) {
    try {
      return new App(settings, store);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Loads what is needed in a moment, while the data store opens; a start needs none of it. */
  private static boolean warmUp(Runnable work) {
    try {
      work.run();
      return true;
    } catch (RuntimeException | LinkageError e) {
      LoggerFactory.getLogger(App.class).debug("no warm-up", e);
      return false;
    }
  }

  private App(Settings settings, DataStore store) {
    this.store = store;
    Database database = store.database();
    var listen = settings.listen();
    var key = InstallationKey.open(database, settings);
    first = FirstStart.run(database, settings);
    addresses = new Addresses(listen.baseUrl(), listen.staticUrl(), listen.gatewayUrl());
    var lists = new Lists(new Cursors(FirstStart.cursorSecret(database)));
    var vault = new Vault(key.key());
    var redactor = InstallationSecrets.redactor(settings, store, key.key(), first);
    workerKey = () -> WorkerKey.of(database, vault, settings.bootstrap().keyPrefix());
    var signals = new EventSignals();
    var log = new EventLog(database, signals);
    var background = new Background();
    var fleet = settings.fleet();
    var binaries = new RemoteBinaries(store.binaries(settings));
    var identity = Identity.wire(database, lists, settings);
    context = Context.wire(database, vault, lists, addresses, settings);
    var kept = context.forSessions();
    var base =
        new SessionsFeature.Base(
            database, kept, vault, redactor, log, signals, lists, addresses, background);
    var engine = Engine.wire(base, placement(fleet, binaries), key.connectTokens(), settings);
    var enterprise = Enterprise.wire(base, identity, context, engine, settings);
    claims = engine.sessions().claims();
    var live = new LivePieces();
    agent = Agent.wire(base, context, engine, live, settings);
    var driver = agent.driver();
    var rates = new RateLimits(settings.quota());
    var throttle = new Throttle(rates, new ClientAddresses(settings.listen().trustedProxies()));
    var authenticator = new Authenticator(database);
    gate = new Gate(authenticator, database);
    gateway = gateway(driver, fleet, throttle);
    routes =
        all(
            Stream.of(
                Probes.routes(database, background, () -> draining),
                OpenApiRoutes.routes(),
                identity.routes(),
                context.routes(),
                engine.routes(),
                Route.changingAccess(enterprise.routes()),
                LegacyVersions.routes(identity, context, engine, enterprise, base, settings)));
    var pages = PagesFeature.routes(base, engine.sessions(), authenticator, live, settings);
    var idempotency = new Idempotency(database, vault);
    router = router(gate, throttle, idempotency, settings);
    http = listen(listen, pages, binaries);
    addresses.listening(http.address());
    var connections = connections(database, background.outages());
    housekeeping =
        Housekeeping.start(
            background,
            new Housekeeping.Wings(context, engine, enterprise),
            idempotency,
            new RateSharing(database, rates),
            connections,
            settings);
  }

  private Gateway gateway(Driver driver, Settings.Fleet fleet, Throttle throttle) {
    var settings = gatewaySettings(fleet);
    var gateway = new Gateway(driver, driver, settings, throttle, gate.addresses());
    driver.tell(gateway);
    return gateway;
  }

  private Housekeeping.Connections connections(Database database, OutageLog outages) {
    return new Housekeeping.Connections(
        router::endRevokedStreams,
        new LoopCheck(gateway, agent.loops())::run,
        gateway::look,
        new DatabaseWatch(database::answers, gateway::serve, outages, System::nanoTime));
  }

  private static Router router(
      Gate gate, Throttle throttle, Idempotency idempotency, Settings settings) {
    var listen = settings.listen();
    var old = new Deprecation(settings.legacy().sunset());
    return new Router(gate, throttle, idempotency, listen.wireName(), old, listen.pageSize());
  }

  private HttpServer listen(Settings.Listen listen, List<Route> pages, RemoteBinaries binaries) {
    warnOfPlainText(listen);
    return HttpServer.start(
        listen.bind(),
        listen.port(),
        config -> {
          CrossOrigins.install(config, listen.corsOrigins());
          router.install(config, all(Stream.of(routes, pages)));
          gateway.mount(config);
          binaries.mount(config);
        });
  }

  private static void warnOfPlainText(Settings.Listen listen) {
    String base = listen.baseUrl();
    boolean tls = base != null && base.startsWith("https://");
    if (!tls && !new InetSocketAddress(listen.bind(), 0).getAddress().isLoopbackAddress()) {
      LoggerFactory.getLogger(App.class)
          .warn(
              "listening on {} without TLS: keys and secrets cross the network in the clear;"
                  + " put a proxy with TLS before it and set AGENT_BASE_URL=https://...",
              listen.bind());
    }
  }

  private static List<Route> all(Stream<List<Route>> tables) {
    return tables.flatMap(List::stream).toList();
  }

  private static GatewaySettings gatewaySettings(Settings.Fleet fleet) {
    return GatewaySettings.of(
        Version.TEXT,
        Duration.ofSeconds(fleet.claimSeconds()),
        fleet.graceSeconds(),
        fleet.gatewaySilence());
  }

  private static Placement placement(Settings.Fleet fleet, RemoteBinaries binaries) {
    String fixed = fleet.binarySha();
    return new Placement(
        platform -> fixed == null ? binaries.latest(platform).orElse(null) : fixed,
        fleet.networkPolicy());
  }

  /** The address that the server listens on, e.g. {@code http://127.0.0.1:8080}. */
  public String address() {
    return http.address();
  }

  /** The routes of the API, by canonical path: the specification's operations. */
  public List<Route> routes() {
    return routes;
  }

  /** By which address clients reach it. */
  public String baseUrl() {
    return addresses.base();
  }

  /**
   * The key made on a first start, to be shown once; empty later, and when one was given by a
   * setting.
   */
  public Optional<String> firstKey() {
    return first.map(FirstStart.Secrets::key);
  }

  /**
   * The password of the human {@code admin} for one sign-in, made together with {@link #firstKey},
   * to be shown once.
   */
  public Optional<String> firstPassword() {
    return first.map(FirstStart.Secrets::password);
  }

  /**
   * The key for workers that whoever started this server starts beside it: it is good for serving
   * outposts and for nothing else. The same at every start.
   */
  public String workerKey() {
    return workerKey.get();
  }

  /**
   * To be called by whoever has changed by SQL what callers may do, and doesn't want to wait for
   * the tenth of a second after which it holds anyway.
   */
  public void forgetCallers() {
    gate.forget();
  }

  /** Lets go of everything in order: new requests, remotes, loops, HTTP, database. Bounded. */
  @Override
  public void close() {
    draining = true;
    router.drain();
    housekeeping.close();
    gateway.close();
    agent.loops().close();
    http.close();
    claims.close();
    agent.models().close();
    context.close();
    store.close();
  }
}
