package io.agentservice.cli;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A data directory with PostgreSQL's programs and an empty database that has all tables: new ones
 * begin as a copy of it. It holds nothing of any service, no key in particular. Run by the
 * launcher:
 *
 * <pre>java -cp agent-cli.jar io.agentservice.cli.PreparedHome DIRECTORY</pre>
 */
final class PreparedHome {
  private PreparedHome() {}

  static void main(String[] arguments) throws IOException {
    make(Path.of(arguments[0]));
  }

  /**
   * Makes it, unless it is there for the programs and the tables of this build. It has its name
   * only when it is complete.
   */
  static void make(Path home) throws IOException {
    var contents = EmbeddedPostgres.programs() + " " + Schema.bundled().fingerprint();
    var note = home.resolve("contents");
    if (Files.exists(note) && Files.readString(note).equals(contents)) {
      return;
    }
    var unfinished = home.resolveSibling(home.getFileName() + ".unfinished");
    Trees.delete(unfinished);
    try (var postgres = EmbeddedPostgres.open(unfinished.resolve("postgres"))) {
      Database.open(postgres.jdbcUrl()).close();
    }
    Files.writeString(unfinished.resolve("contents"), contents);
    Trees.delete(home);
    Files.move(unfinished, home);
  }
}
