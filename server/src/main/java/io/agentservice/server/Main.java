package io.agentservice.server;

import io.agentservice.postgres.EmbeddedPostgresException;
import io.agentservice.server.base.db.NewerSchemaException;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.http.edge.HttpServer.CannotListenException;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.start.reload.Hangups;
import io.agentservice.wire.settings.GivenSettings;
import io.agentservice.wire.trust.MachineTrust;

/** The server as a process, set by {@code AGENT_*} variables, as {@code agent server} by flags. */
public final class Main {
  private Main() {}

  static void main() throws InterruptedException {
    var hangups = Hangups.handle();
    GivenSettings given;
    App app;
    try {
      MachineTrust.everywhere(System.getenv());
      given = GivenSettings.read(System.getenv());
      app = App.start(Settings.read(given.values()));
    } catch (IllegalArgumentException e) { // SSL_CERT_FILE, SSL_CERT_DIR or the settings file
      System.err.println("agent: " + e.getMessage());
      System.exit(2);
      return;
    } catch (SettingsException
        | DatabaseUnavailableException
        | NewerSchemaException
        | EmbeddedPostgresException
        | CannotListenException e) {
      System.err.println("agent: " + e.getMessage());
      System.exit(e instanceof SettingsException ? 2 : 1);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(app::stop));
    hangups.bring(() -> app.reload(() -> given.again(System.getenv()).values()));
    System.out.println("listening " + app.address());
    app.firstKey().ifPresent(key -> System.out.println("key " + key));
    app.firstPassword().ifPresent(text -> System.out.println("password " + text));
    app.firstSecretsTold();
    Thread.currentThread().join();
  }
}
