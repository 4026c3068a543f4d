package io.agentservice.cli;

import io.agentservice.client.AgentClient;
import io.agentservice.client.ApiException;
import io.agentservice.client.ClientSettings;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmSettings;
import io.agentservice.llm.Llms;
import io.agentservice.server.App;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.SettingsException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server inside this process, and the way to it. */
final class Service {
  private static final String BINARIES = "AGENT_REMOTE_BINARIES";
  private static final String PREPARED = "AGENT_PREPARED_HOME";
  private static final String BOOTSTRAP = "AGENT_BOOTSTRAP_TOKEN";

  private final App app;
  private final AgentClient client;
  private final String key;

  private Service(App app, AgentClient client, String key) {
    this.app = app;
    this.client = client;
    this.key = key;
  }

  /** The settings of a server that this installation starts: the given ones and its own place. */
  static Map<String, String> settings(Home home, Map<String, String> given) {
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
  static Service start(Home home, Map<String, String> given, Cleanup cleanup) {
    var values = settings(home, given);
    String key = key(home, values.get(BOOTSTRAP));
    values.put(BOOTSTRAP, key);
    var app = App.start(read(values));
    cleanup.later(app::close);
    var client = new AgentClient(ClientSettings.of(URI.create(app.address()), key));
    cleanup.later(client::close);
    try {
      client.self();
    } catch (ApiException e) {
      if (e.status() != 401) {
        throw e;
      }
      throw CommandFailure.usage(
          "the server in %s does not know the key in %s"
              .formatted(home.path(), home.credentialsFile()),
          "start it with `agent server`, and give it a key that it knows with `agent login`");
    }
    keepWorkerKey(home, app);
    return new Service(app, client, key);
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
  static Settings read(Map<String, String> values) {
    try {
      LlmSettings.from(values);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(String.valueOf(e.getMessage()));
    }
    return Settings.read(values);
  }

  /**
   * Why sessions would have no model, in one line that says what to set; empty when they have one.
   *
   * @param model null for the default one
   */
  static Optional<String> missingModel(Map<String, String> values, @Nullable String model) {
    try (var models = new Llms(LlmSettings.from(values))) {
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
  static Optional<String> unknownPrice(Map<String, String> values, @Nullable String model) {
    try (var models = new Llms(LlmSettings.from(values))) {
      return models.pricing().remark(model == null ? models.defaultLlm() : models.named(model));
    } catch (LlmException e) {
      return Optional.empty();
    }
  }

  /** True for an address of this machine. */
  static boolean local(String url) {
    var host = URI.create(url).getHost();
    return host != null
        && (host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]"));
  }

  /** Where it listens. */
  String address() {
    return app.address();
  }

  /** By which address others reach it. */
  String baseUrl() {
    return app.baseUrl();
  }

  /** The home's key to it. */
  String key() {
    return key;
  }

  /** The key for its local workers, good for serving outposts only. */
  String workerKey() {
    return app.workerKey();
  }

  /** Calls it with the home's key. */
  AgentClient client() {
    return client;
  }
}
