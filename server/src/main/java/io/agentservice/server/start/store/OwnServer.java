package io.agentservice.server.start.store;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.settings.InstallationSettings;
import java.nio.file.Path;

/** An embedded database of this command, stopped also when a signal ends the process. */
public final class OwnServer implements AutoCloseable {
  private final EmbeddedPostgres postgres;
  private final Thread hook;

  private OwnServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
    this.hook = new Thread(postgres::close, "stop the database");
  }

  public static OwnServer open(Path directory, InstallationSettings.Store store) {
    var prepared = store.prepared();
    var server =
        new OwnServer(
            EmbeddedPostgres.open(
                directory,
                prepared == null ? null : prepared.resolve("postgres"),
                store.patience()));
    Runtime.getRuntime().addShutdownHook(server.hook);
    return server;
  }

  public DatabaseAddress address() {
    return DatabaseAddress.of(postgres.jdbcUrl());
  }

  @Override
  public void close() {
    postgres.close();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process ends, and the hook finds it closed.
    }
  }
}
