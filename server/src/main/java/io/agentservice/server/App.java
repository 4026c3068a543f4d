package io.agentservice.server;

import io.agentservice.llm.models.LiveLlms;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.server.agent.driver.LoopCheck;
import io.agentservice.server.agent.fork.ForkFeature;
import io.agentservice.server.agent.machines.servers.ServerServlet;
import io.agentservice.server.agent.models.ModelsFeature;
import io.agentservice.server.agent.timeline.LivePieces;
import io.agentservice.server.agent.timeline.TimelineFeature;
import io.agentservice.server.base.background.BackgroundTask;
import io.agentservice.server.base.background.Chores;
import io.agentservice.server.base.background.Leadership;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.edge.HttpServer;
import io.agentservice.server.base.metrics.AccountGauge;
import io.agentservice.server.base.openapi.OpenApiRoutes;
import io.agentservice.server.base.probes.MetricsRoute;
import io.agentservice.server.base.probes.Probes;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.base.settings.live.LiveSettings.Prepared;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.engine.binaries.RemoteBinaries;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.gitaccess.GitAccess;
import io.agentservice.server.engine.gitaccess.GitAccessFeature;
import io.agentservice.server.start.installation.FirstStart;
import io.agentservice.server.start.installation.Installation;
import io.agentservice.server.start.reload.Reload;
import io.agentservice.server.start.store.DataStore;
import io.agentservice.server.web.app.AppFeature;
import io.agentservice.server.web.guide.Guide;
import io.agentservice.server.web.mcp.AllowedOrigins;
import io.agentservice.server.web.mcp.McpServlet;
import io.agentservice.server.web.pages.PagesFeature;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The features in dependency order; opened top to bottom, closed the other way. */
public final class App implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(App.class);

  private final DataStore store;
  private final Installation installation;
  private final Edge edge;
  private final Context context;
  private final Engine engine;
  private final Agent agent;
  private final Gateway gateway;
  private final GitAccessFeature gitAccess;
  private final Remotes remotes;
  private final List<Feature> api;
  private final Leadership leadership;
  private final Chores chores;
  private final HttpServer http;
  private final Reload reload;
  private final Duration drain;
  private volatile boolean draining;

  /** Starts the server; it answers requests when this returns. */
  public static App start(Settings settings) {
    requireAddress(settings.listen().bind());
    var log = BackgroundTask.begin("log", LoggerFactory::getILoggerFactory);
    var opening = BackgroundTask.begin("data store", () -> DataStore.open(settings, log));
    log.join();
    var http = BackgroundTask.begin("http", () -> warmUp(HttpServer::warmUp));
    try {
      warmUp(FirstStart::warmUp);
      return on(opening.join(), settings);
    } finally {
      http.finish();
    }
  }

  private static void requireAddress(String bind) {
    if (new InetSocketAddress(bind, 0).isUnresolved()) {
      throw new SettingsException(
          "AGENT_BIND (--bind) must be an address of this machine such as 127.0.0.1, or 0.0.0.0 for"
              + " all");
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
      LOG.debug("no warm-up", e);
      return false;
    }
  }

  private App(Settings settings, DataStore store) {
    this.store = store;
    drain = settings.listen().drain();
    installation = Installation.open(settings, store);
    var core = installation.core();
    reload = new Reload(core.live(), core.metrics(), () -> draining, InstantSource.system());
    var binaries = new RemoteBinaries(store.binaries(settings), core.addresses()::otherFiles);
    var live = new LivePieces();
    edge = Edge.wire(core);
    var identity = Identity.wire(core);
    var models = models(core.live());
    context = Context.wire(core, name -> models.get().serves(name));
    engine = Engine.wire(core, context.forSessions(), binaries, installation.connectTokens());
    gitAccess =
        GitAccessFeature.wire(
            core,
            context.git(),
            installation.gitTokens(),
            edge.throttle(),
            edge.gate().addresses());
    agent = Agent.wire(core, identity, context, engine, gitAccess.access(), live, models);
    remotes = Remotes.wire(core, installation, edge, engine, gitAccess, agent.driver());
    gateway = remotes.gateway().gateway();
    var enterprise = Enterprise.wire(core, identity, context, engine);
    var timeline = TimelineFeature.wire(core, engine.sessions().sessions(), live);
    api =
        List.of(
            operations(core),
            identity,
            context,
            engine,
            enterprise,
            timeline,
            MachineViews.wire(core, context, engine, gateway),
            ForkFeature.wire(core, engine.sessions()),
            remotes.forPeople(),
            ModelsFeature.wire(models, context.models().models()),
            LegacyVersions.wire(identity, context, engine, enterprise, core));
    var pages = pages(core, live);
    var others =
        List.of(
            pages,
            Feature.serving(Guide.routes()),
            app(core, identity, enterprise, timeline, pages),
            Feature.serving(binaries.routes()),
            remotes.gateway(),
            gitAccess,
            new LoopCheck(gateway, agent.loops()),
            agent.stalls(),
            edge);
    var features = Stream.concat(api.stream(), others.stream()).toList();
    leadership = new Leadership(core.database());
    http = listen(settings.listen(), features);
    core.addresses().listening(http.address(), http.reachable());
    chores =
        Chores.start(
            core.background(),
            leadership,
            features.stream().flatMap(feature -> feature.chores().stream()).toList());
  }

  private static LiveLlms models(LiveSettings live) {
    var models = new LiveLlms(LlmSettings.from(live.get().variables().values()));
    live.follow(next -> {
      try {
        return new Prepared(models.prepare(LlmSettings.from(next.variables().values())));
      } catch (IllegalArgumentException e) {
        throw new SettingsException(String.valueOf(e.getMessage()));
      }
    });
    return models;
  }

  private AppFeature app(
      Core core,
      Identity identity,
      Enterprise enterprise,
      TimelineFeature timeline,
      PagesFeature pages) {
    return AppFeature.wire(
        core,
        engine.sessions().sessions(),
        enterprise.organizations().organizations(),
        identity.preferences().preferences(),
        timeline,
        pages);
  }

  private PagesFeature pages(Core core, LivePieces live) {
    return PagesFeature.wire(
        core,
        engine.sessions(),
        engine.approvals().approvals(),
        edge.authenticator(),
        edge.gate().addresses(),
        live,
        AppFeature.isBuilt());
  }

  /** What is asked by who runs the service, and by who reads its description. */
  private Feature operations(Core core) {
    measure(core);
    return Feature.serving(
        Stream.of(
                Probes.routes(core.database(), core.background(), () -> draining),
                MetricsRoute.routes(core.metrics(), this::gauges),
                OpenApiRoutes.routes())
            .flatMap(List::stream)
            .toList());
  }

  private void measure(Core core) {
    var metrics = core.metrics();
    metrics.gauges("node", "1: this server", "version", () -> Map.of(Version.TEXT, 1.0));
    metrics.gauge("leader", "1: this node does what one does", () -> leadership.isHeld() ? 1 : 0);
  }

  private List<AccountGauge> gauges() {
    return api.stream().flatMap(feature -> feature.gauges().stream()).toList();
  }

  private static List<Route> routes(List<Feature> features) {
    return features.stream().flatMap(feature -> feature.routes().stream()).toList();
  }

  private HttpServer listen(Settings.Listen listen, List<Feature> features) {
    warnOfPlainText(listen);
    var routes = edge.router().servlet(routes(features));
    var servlets =
        Map.of(
            "/*",
            routes,
            McpServlet.PATH,
            new McpServlet(
                routes,
                new AllowedOrigins(installation.core().addresses(), listen.corsOrigins()),
                Version.TEXT),
            Gateway.PATH + "/*",
            remotes.gateway().endpoint(),
            GitAccessFeature.PATH + "/*",
            gitAccess.servlet(),
            ServerServlet.PATHS,
            remotes.servers());
    return HttpServer.start(
        listen.bind(), listen.port(), new HttpServer.Content(servlets, listen.corsOrigins()));
  }

  private static void warnOfPlainText(Settings.Listen listen) {
    String base = listen.baseUrl();
    boolean tls = base != null && base.startsWith("https://");
    if (!tls && !new InetSocketAddress(listen.bind(), 0).getAddress().isLoopbackAddress()) {
      LOG.warn(
          "listening on {} without TLS: keys and secrets cross the network in the clear;"
              + " put a proxy with TLS before it and set AGENT_BASE_URL=https://...",
          listen.bind());
    }
  }

  public String address() {
    return http.address();
  }

  /** The routes of the API, by canonical path: the specification's operations. */
  public List<Route> routes() {
    return routes(api);
  }

  /** Takes what may change while the server runs, all or nothing; returns when that is told. */
  public void reload(Supplier<Map<String, String>> values) {
    reload.run(values);
  }

  /** What lets the git of machines in. */
  public GitAccess gitAccess() {
    return gitAccess.access();
  }

  /** The names of the chores that run. */
  List<String> chores() {
    return chores.names();
  }

  /** By which address clients reach it. */
  public String baseUrl() {
    return installation.core().addresses().base();
  }

  /**
   * The key made on a first start, until {@link #firstSecretsTold}; empty when a setting gave one.
   */
  public Optional<String> firstKey() {
    return installation.firstSecrets().map(FirstStart.Secrets::key);
  }

  /** The password of the human {@code admin} for one sign-in, as {@link #firstKey}. */
  public Optional<String> firstPassword() {
    return installation.firstSecrets().map(FirstStart.Secrets::password);
  }

  /** To be called when both secrets were shown; until then each start has them. */
  public void firstSecretsTold() {
    installation.firstSecretsTold();
  }

  /** The key of workers beside this server, for serving outposts only; always the same. */
  public String workerKey() {
    return installation.workerKey();
  }

  /**
   * A further key of the service user {@code admin}, for who owns the data directory; empty when
   * that user is no administrator any more.
   */
  public Optional<String> makeAdministratorKey() {
    return installation.makeAdministratorKey();
  }

  /** For who changed permissions by SQL and doesn't want to wait for a tenth of a second. */
  public void forgetCallers() {
    edge.gate().forget();
  }

  /**
   * Closes after AGENT_DRAIN_SECONDS in which it serves, but is not ready, for its balancer to see.
   */
  public void stop() {
    draining = true;
    if (drain.isPositive()) {
      LOG.info("not ready any more; the port closes in {} s", drain.toSeconds());
      http.leave();
      try {
        Thread.sleep(drain);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    close();
  }

  /** Closes all in order, in bounded time; streams and remotes find another server at once. */
  @Override
  public void close() {
    draining = true;
    http.closePort();
    edge.router().endStreams();
    chores.close();
    remotes.terminals().endShells();
    gateway.close();
    leadership.release();
    agent.loops().close();
    agent.traces().close();
    http.close(drain);
    remotes.machines().others().close();
    gitAccess.close();
    engine.sessions().claims().close();
    agent.models().close();
    context.close();
    store.close();
  }
}
