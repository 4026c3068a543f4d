package io.agentservice.server.start.migration;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.plan.Plan;
import io.agentservice.server.base.db.plan.Planner;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.start.store.OwnServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a start does to the tables, apart from a start; while servers run or not. */
public final class Migration {
  private Migration() {}

  /** Changes nothing, and makes no database where there is none. */
  public static Plan plan(Settings settings) {
    var patience = settings.installation().store().patience();
    return isToBeMade(settings)
        ? Planner.ofNothing()
        : on(settings, address -> Planner.of(address, patience));
  }

  /** As the next start would do it. */
  public static void run(Settings settings) {
    var store = settings.installation().store();
    on(
        settings,
        address -> {
          Database.migrate(address, store.patience());
          return address;
        });
  }

  private static boolean isToBeMade(Settings settings) {
    return settings.installation().store().address() == null
        && Files.notExists(settings.home().resolve("postgres/data"));
  }

  /** The embedded database is started for the moment where no server has it open. */
  private static <T> T on(Settings settings, Function<DatabaseAddress, T> work) {
    var store = settings.installation().store();
    if (store.address() != null) {
      return work.apply(store.address());
    }
    var postgres = settings.home().resolve("postgres");
    try {
      var running = Files.exists(postgres) ? EmbeddedPostgres.running(postgres).orElse(null) : null;
      try (var own = running == null ? OwnServer.open(postgres, store) : null) {
        return work.apply(address(own, running));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DatabaseAddress address(@Nullable OwnServer own, @Nullable String running) {
    return own == null ? DatabaseAddress.of(String.valueOf(running)) : own.address();
  }
}
