package io.agentservice.server.base.core;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import java.util.function.Supplier;

/**
 * The server's core, one of each in a process.
 *
 * @param live the settings as they are now
 * @param vault under the installation's master key
 * @param redactor of the installation's own secrets, as they are now
 * @param log the events of all sessions
 * @param signals wakes who waits for events
 * @param addresses of this server
 * @param metrics what operators watch
 */
public record Core(
    LiveSettings live,
    Database database,
    Vault vault,
    Supplier<Redactor> redactor,
    EventLog log,
    EventSignals signals,
    Lists lists,
    Addresses addresses,
    Background background,
    Metrics metrics) {

  /** Those of the start, for what is made once and does not follow the live ones. */
  public Settings settings() {
    return live.atStart();
  }
}
