package io.agentservice.server.start.installation;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.start.store.DataStore;
import java.util.Optional;

/**
 * An installation as a server finds it, or makes it on the first start.
 *
 * @param core what the features are wired with
 * @param firstSecrets made on a first start, to be shown once; empty when they were, and when a key
 *     was given by a setting
 */
public record Installation(
    Core core, ConnectTokens connectTokens, Optional<FirstStart.Secrets> firstSecrets) {

  /**
   * Opens it.
   *
   * @throws io.agentservice.server.base.settings.SettingsException when its master key is not there
   */
  public static Installation open(Settings settings, DataStore store) {
    var database = store.database();
    var listen = settings.listen();
    var key = InstallationKey.open(database, settings);
    var vault = new Vault(key.key());
    var first = FirstStart.run(database, vault, settings);
    var signals = new EventSignals();
    var core =
        new Core(
            settings,
            database,
            vault,
            InstallationSecrets.redactor(settings, store, key.key(), first),
            new EventLog(database, signals),
            signals,
            new Lists(new Cursors(FirstStart.cursorSecret(database))),
            new Addresses(listen.baseUrl(), listen.staticUrl(), listen.gatewayUrl()),
            new Background());
    return new Installation(core, key.connectTokens(), first);
  }

  /** {@link #firstSecrets} have been shown; no start has them again. */
  public void firstSecretsTold() {
    if (firstSecrets.isPresent()) {
      FirstStart.told(core.database());
    }
  }

  /** The key of workers that are started beside the server. A secret. */
  public String workerKey() {
    return WorkerKey.of(core.database(), core.vault(), keyPrefix());
  }

  /**
   * Makes a further key of the service user {@code admin}; empty when that user is deleted or no
   * administrator any more.
   */
  public Optional<String> makeAdministratorKey() {
    return AdministratorKey.make(core.database(), keyPrefix());
  }

  private String keyPrefix() {
    return core.settings().installation().bootstrap().keyPrefix();
  }
}
