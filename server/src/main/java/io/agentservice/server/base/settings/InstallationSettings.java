package io.agentservice.server.base.settings;

import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.base.settings.reading.SettingReader;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where everything is stored, and what a first start puts there. */
public record InstallationSettings(Store store, Bootstrap bootstrap) {
  /**
   * The database.
   *
   * @param address null for the embedded one
   * @param patience of a start with a database that does not answer
   * @param masterKey null for the data directory's
   * @param prepared a data directory to copy a new embedded one from; may be null or missing
   */
  public record Store(
      @Nullable DatabaseAddress address,
      PoolSizes connections,
      Duration patience,
      @Nullable MasterKey masterKey,
      @Nullable Path prepared) {}

  /** Keys to use on a first start instead of random ones. */
  public record Bootstrap(@Nullable String token, @Nullable String legacyToken, String keyPrefix) {
    @Override
    public String toString() {
      return "Bootstrap[keyPrefix=" + keyPrefix + "]";
    }
  }

  static InstallationSettings read(SettingReader r) {
    return new InstallationSettings(store(r), bootstrap(r));
  }

  private static Store store(SettingReader r) {
    return new Store(
        r.parsed(
            "AGENT_DATABASE_URL",
            DatabaseAddress::of,
            "embedded",
            "JDBC address of an external PostgreSQL 15 or newer:"
                + " jdbc:postgresql://host/agent?user=agent&password=...&sslmode=verify-full"),
        new PoolSizes(
            r.integer(
                "AGENT_DATABASE_REQUEST_CONNECTIONS",
                1,
                1000,
                PoolSizes.USUAL.requests(),
                "Connections to the database for requests; those that find none free wait for one"),
            r.integer(
                "AGENT_DATABASE_SESSION_CONNECTIONS",
                1,
                1000,
                PoolSizes.USUAL.sessions(),
                "Connections for running sessions and slow work; five more are for claims and health")),
        Duration.ofSeconds(
            r.integer(
                "AGENT_DATABASE_WAIT_SECONDS",
                0,
                3600,
                (int) Database.USUAL_WAIT.toSeconds(),
                "How long a start waits for a database that does not answer yet; 0: not at all")),
        r.secret()
            .parsed(
                "AGENT_MASTER_KEY",
                MasterKey::of,
                "master.key of the data directory, made at the first start",
                "Encrypts stored secrets, the same on all servers: 32 random bytes in base64,"
                    + " or what a master.key holds"),
        r.path(
            "AGENT_PREPARED_HOME",
            "made by ./agent",
            "Data directory that only the installation has used: the embedded PostgreSQL of a new one"
                + " begins as a copy of its own"));
  }

  private static Bootstrap bootstrap(SettingReader r) {
    r.maskVariable("AGENT_API_KEY"); // of the command
    r.maskVariable("AGENT_OUTPOSTS_TOKEN"); // of a worker
    return new Bootstrap(
        r.secret()
            .text(
                "AGENT_BOOTSTRAP_TOKEN",
                "random, printed once",
                "Service user key of the first start, 16 to 256 visible ASCII characters"),
        r.secret()
            .text("AGENT_BOOTSTRAP_LEGACY_TOKEN", "none", "Personal legacy key of the first start"),
        r.text("AGENT_SERVICE_USER_PREFIX", "agt_", "agt_", "How new service user keys begin"));
  }
}
