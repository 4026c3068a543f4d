package io.agentservice.server.start.installation;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.settings.Settings;

/** Whether the settings' master key opens what a database holds. */
public final class StoredKey {
  private StoredKey() {}

  /** Throws a {@code SettingsException} when it is missing or another; decrypts with it. */
  public static void require(Database database, Settings settings) {
    var _ = InstallationKey.open(database, settings);
  }
}
