package io.agentservice.cli.service;

import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import io.agentservice.server.App;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server inside this process, and the way to it. */
public final class Service {
  private static final String BINARIES = "AGENT_REMOTE_BINARIES";
  private static final String PREPARED = "AGENT_PREPARED_HOME";
  private static final String BOOTSTRAP = "AGENT_BOOTSTRAP_TOKEN";

  private final App app;
  private final AgentClient client;

  private Service(App app, AgentClient client) {
    this.app = app;
    this.client = client;
  }

  /** The settings of a server that this installation starts: the given ones and its own place. */
  public static Map<String, String> settings(Home home, Map<String, String> given) {
    var values = new HashMap<>(given);
    values.put("AGENT_HOME", home.path().toString());
    var installation = Installation.current();
    installation
        .flatMap(Installation::remoteBinaries)
        .ifPresent(directory -> putUnlessSet(values, BINARIES, directory));
    installation.ifPresent(place -> putUnlessSet(values, PREPARED, place.preparedHome()));
    return values;
  }

  private static void putUnlessSet(Map<String, String> values, String name, Path path) {
    var set = values.get(name);
    if (set == null || set.isBlank()) {
      values.put(name, path.toString());
    }
  }

  /**
   * Starts a server whose key is the one in the home's credentials; makes one on the first start.
   * The cleanup stops it.
   *
   * @throws CommandFailure when the server does not know that key
   */
  public static Service start(Home home, Map<String, String> given, Cleanup cleanup) {
    var values = ofOneMachine(settings(home, given));
    String key = key(home, values.get(BOOTSTRAP));
    values.put(BOOTSTRAP, key);
    var app = Start.of(read(values), cleanup);
    key = known(app, home, key, given.get(BOOTSTRAP));
    var client = client(app, key);
    cleanup.later(client::close);
    keepWorkerKey(home, app);
    return new Service(app, client);
  }

  /** What suits a server that serves this machine alone, where nothing else was said. */
  static Map<String, String> ofOneMachine(Map<String, String> given) {
    var values = new HashMap<>(given);
    values.putIfAbsent("AGENT_DRAIN_SECONDS", "0"); // no balancer leads anybody elsewhere
    values.putIfAbsent("AGENT_IDLE_SECONDS_WHEN_OTHERS_WAIT", "20"); // it has few workers
    return values;
  }

  /**
   * The home's key, if the server knows it; else that of the variable, or one that the server makes
   * for us: it was first started with a key that the home was never told of.
   */
  private static String known(App app, Home home, String kept, @Nullable String variable) {
    if (knows(app, kept)) {
      return kept;
    }
    var other = Optional.ofNullable(variable).map(String::strip).filter(text -> !text.isEmpty());
    String key =
        other
            .filter(given -> knows(app, given))
            .or(app::makeAdministratorKey)
            .orElseThrow(() ->
                CommandFailure.usage(
                    "the server in %s does not know the key in %s, and its service user admin is gone"
                        .formatted(home.path(), home.credentialsFile()),
                    "start it with `agent server`, and give it a key that it knows with `agent login`"));
    home.write(home.credentials().withOwn(key));
    return key;
  }

  private static boolean knows(App app, String key) {
    try (var client = client(app, key)) {
      client.self();
      return true;
    } catch (ApiException e) {
      if (e.status() != 401) {
        throw e;
      }
      return false;
    }
  }

  private static AgentClient client(App app, String key) {
    return new AgentClient(ClientSettings.of(URI.create(app.address()), key));
  }

  /** For workers that other commands of this data directory start. */
  static void keepWorkerKey(Home home, App app) {
    var credentials = home.credentials();
    if (!app.workerKey().equals(credentials.worker())) {
      home.write(credentials.withWorker(app.workerKey()));
    }
  }

  /** Written down before the server sees it, so that a crash in between loses no key. */
  private static String key(Home home, @Nullable String bootstrap) {
    var credentials = home.credentials();
    var known = credentials.own();
    if (known != null) {
      return known;
    }
    String key =
        bootstrap == null || bootstrap.isBlank() ? Tokens.create("agt_") : bootstrap.strip();
    home.write(credentials.withOwn(key));
    return key;
  }

  /** The settings read; those of the models checked too. */
  public static Settings read(Map<String, String> values) {
    models(values);
    return Settings.read(values);
  }

  private static LlmSettings models(Map<String, String> values) {
    try {
      return LlmSettings.from(values);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Why sessions would have no model, in one line that says what to set; empty when they have one.
   *
   * @param model null for the default one
   */
  public static Optional<String> missingModel(Map<String, String> values, @Nullable String model) {
    try (var models = new Llms(models(values))) {
      var _ = model == null ? models.defaultLlm() : models.named(model);
      return Optional.empty();
    } catch (LlmException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * One line on what is counted for a model whose price is not known; empty when it is known, or
   * there is no such model.
   *
   * @param model null for the default one
   */
  public static Optional<String> unknownPrice(Map<String, String> values, @Nullable String model) {
    try (var models = new Llms(models(values))) {
      return models.pricing().remark(model == null ? models.defaultLlm() : models.named(model));
    } catch (LlmException e) {
      return Optional.empty();
    }
  }

  /** Where it listens. */
  public String address() {
    return app.address();
  }

  /** By which address others reach it. */
  public String baseUrl() {
    return app.baseUrl();
  }

  /** The key for its local workers, good for serving outposts only. */
  public String workerKey() {
    return app.workerKey();
  }

  /** Calls it with the home's key. */
  public AgentClient client() {
    return client;
  }
}
