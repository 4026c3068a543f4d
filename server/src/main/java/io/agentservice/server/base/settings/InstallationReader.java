package io.agentservice.server.base.settings;

import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.DatabaseAddress;
import io.agentservice.server.base.settings.Settings.Bootstrap;
import io.agentservice.server.base.settings.Settings.Store;
import java.time.Duration;

/** Reads what an installation is: its database, its key, and the first keys of its callers. */
final class InstallationReader {
  private InstallationReader() {}

  static Store store(SettingReader r) {
    return new Store(
        r.parsed(
            "AGENT_DATABASE_URL",
            DatabaseAddress::of,
            "embedded",
            "JDBC address of an external PostgreSQL 15 or newer:"
                + " jdbc:postgresql://host/agent?user=agent&password=...&sslmode=verify-full"),
        new Database.Sizes(
            r.integer(
                "AGENT_DATABASE_REQUEST_CONNECTIONS",
                1,
                1000,
                Database.Sizes.USUAL.requests(),
                "Connections to the database for requests; those that find none free wait for one"),
            r.integer(
                "AGENT_DATABASE_SESSION_CONNECTIONS",
                1,
                1000,
                Database.Sizes.USUAL.sessions(),
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

  static Bootstrap bootstrap(SettingReader r) {
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
