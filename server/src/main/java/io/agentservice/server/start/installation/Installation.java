package io.agentservice.server.start.installation;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.engine.gitaccess.GitTokens;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.start.store.DataStore;
import java.util.Optional;

/** {@code firstSecrets} is empty once they were shown, or a setting gave a key. */
public record Installation(
    Core core,
    ConnectTokens connectTokens,
    GitTokens gitTokens,
    ServerTokens serverTokens,
    Optional<FirstStart.Secrets> firstSecrets) {

  /** Throws a {@code SettingsException} when its master key is missing. */
  public static Installation open(Settings settings, DataStore store) {
    var database = store.database();
    var listen = settings.listen();
    var key = InstallationKey.open(database, settings);
    var vault = new Vault(key.key());
    var first = FirstStart.run(database, vault, settings);
    var live = new LiveSettings(settings);
    var signals = new EventSignals();
    var metrics = new Metrics();
    metrics.gauges(
        "database_connections", "Connections, and work that waits for one", "state", database::use);
    var core =
        new Core(
            live,
            database,
            vault,
            InstallationSecrets.redactor(live, store, key.key(), first),
            new EventLog(database, signals),
            signals,
            new Lists(new Cursors(FirstStart.cursorSecret(database))),
            new Addresses(
                listen.baseUrl(), listen.staticUrl(), listen.gatewayUrl(), listen.serverUrl()),
            new Background(),
            metrics);
    return new Installation(core, key.connectTokens(), key.gitTokens(), key.serverTokens(), first);
  }

  /** No start has {@link #firstSecrets} again. */
  public void firstSecretsTold() {
    if (firstSecrets.isPresent()) {
      FirstStart.told(core.database());
    }
  }

  public String workerKey() {
    return WorkerKey.of(core.database(), core.vault(), keyPrefix());
  }

  /** As {@code App.makeAdministratorKey}. */
  public Optional<String> makeAdministratorKey() {
    return AdministratorKey.make(core.database(), keyPrefix());
  }

  private String keyPrefix() {
    return core.settings().installation().bootstrap().keyPrefix();
  }
}
