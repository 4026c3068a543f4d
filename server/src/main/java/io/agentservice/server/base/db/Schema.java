package io.agentservice.server.base.db;

import io.agentservice.server.base.db.connections.DatabaseAddress;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * The migrations with Flyway's checksums. A database that has them all is recognized without
 * loading Flyway, which took most of a start.
 */
public final class Schema {
  private static final String DIRECTORY = "db/migration";
  private static final Pattern FILE = Pattern.compile("V(\\d+)__.+\\.sql");
  private static final String RECORDED =
      "SELECT to_regclass(format('%I.flyway_schema_history', current_schema())) IS NOT NULL";
  private static final String APPLIED =
      "SELECT version, checksum FROM flyway_schema_history WHERE version IS NOT NULL AND success";

  private final SortedMap<Integer, Integer> migrations;

  private Schema(SortedMap<Integer, Integer> migrations) {
    this.migrations = Collections.unmodifiableSortedMap(migrations);
  }

  /** A file of a migration; {@code content} is to be closed. */
  private interface Reading<T> {
    T of(String file, InputStream content) throws IOException;
  }

  /** A migration of this program. */
  public record Script(String description, String text) {
    private static Script read(String file, InputStream content) throws IOException {
      var words = file.replaceFirst("^V\\d+__", "").replaceFirst("\\.sql$", "").replace('_', ' ');
      return new Script(words, new String(content.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** That of this program. */
  public static Schema bundled() {
    return new Schema(bundled((_, content) -> checksum(content)));
  }

  /** Its migrations by their version. */
  public static SortedMap<Integer, Script> scripts() {
    return bundled(Script::read);
  }

  private static <T> SortedMap<Integer, T> bundled(Reading<T> reading) {
    try {
      var source = Schema.class.getProtectionDomain().getCodeSource().getLocation();
      var origin = Path.of(source.toURI());
      return Files.isDirectory(origin)
          ? migrations(origin.resolve(DIRECTORY), reading)
          : migrations(origin.toFile(), reading);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> SortedMap<Integer, T> migrations(Path directory, Reading<T> reading)
      throws IOException {
    var found = new TreeMap<Integer, T>();
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        var name = file.getFileName().toString();
        var version = version(name);
        if (version.isPresent()) {
          try (var content = Files.newInputStream(file)) {
            found.put(version.get(), reading.of(name, content));
          }
        }
      }
    }
    return found;
  }

  /** Java has the jar open and its list of files read: a file system of its own would do both. */
  private static <T> SortedMap<Integer, T> migrations(File archive, Reading<T> reading)
      throws IOException {
    var found = new TreeMap<Integer, T>();
    try (var jar = new JarFile(archive)) {
      for (var entry : jar.stream().toList()) {
        var path = entry.getName();
        var name = path.startsWith(DIRECTORY + "/") ? path.substring(DIRECTORY.length() + 1) : "";
        var version = version(name);
        if (version.isPresent()) {
          try (var content = jar.getInputStream(entry)) {
            found.put(version.get(), reading.of(name, content));
          }
        }
      }
    }
    return found;
  }

  private static Optional<Integer> version(String file) {
    var name = FILE.matcher(file);
    return name.matches() ? Optional.of(Integer.valueOf(name.group(1))) : Optional.empty();
  }

  /** As Flyway does it: of the lines without their ends, so that a checkout may change these. */
  private static int checksum(InputStream file) throws IOException {
    var sum = new CRC32();
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        sum.update(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    return (int) sum.getValue();
  }

  /**
   * Calls {@code migrate} when the database's record lacks a migration; throws {@link
   * NewerSchemaException} for a later release's.
   */
  void ensure(Connection connection, Runnable migrate) throws SQLException {
    var applied = applied(connection);
    if (applied.equals(migrations)) {
      return;
    }
    if (!applied.isEmpty() && applied.lastKey() > migrations.lastKey()) {
      throw new NewerSchemaException(applied.lastKey(), migrations.lastKey());
    }
    migrate.run();
  }

  /** What a database's record names as done, with checksums; nothing where there is no record. */
  public static SortedMap<Integer, Integer> applied(Connection connection) throws SQLException {
    var versions = new TreeMap<Integer, Integer>();
    try (var statement = connection.createStatement()) {
      try (var recorded = statement.executeQuery(RECORDED)) {
        if (!recorded.next() || !recorded.getBoolean(1)) {
          return versions;
        }
      }
      try (ResultSet rows = statement.executeQuery(APPLIED)) {
        while (rows.next()) {
          versions.put(Integer.valueOf(rows.getString(1)), rows.getInt(2));
        }
      }
    }
    return versions;
  }

  /** On connections without limits: a migration may take long, and stands still in between. */
  static void migrate(DatabaseAddress address) {
    migrate(address, "latest");
  }

  /** The tables as they were with that migration as the last one. */
  public static void migrate(DatabaseAddress address, int last) {
    migrate(address, Integer.toString(last));
  }

  private static void migrate(DatabaseAddress address, String target) {
    Flyway.configure()
        .target(target)
        .dataSource(address.url(), null, null)
        .jdbcProperties(address.secrets())
        .locations("classpath:" + DIRECTORY)
        .callbacks(new BeforeEach())
        .loggers("slf4j")
        .load()
        .migrate();
  }

  /**
   * Mends what an earlier migration made (ADR 0003). A script that Flyway finds by itself is two
   * where the class path has it twice.
   */
  private static final class BeforeEach extends BaseCallback {
    private static final String SCRIPT = "before-each-migration.sql";

    @Override
    public boolean supports(Event event, Context context) {
      return event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
      return true;
    }

    @Override
    public void handle(Event event, Context context) {
      try (var script = Schema.class.getResourceAsStream(SCRIPT);
          var statement = context.getConnection().createStatement()) {
        var text = Objects.requireNonNull(script, SCRIPT).readAllBytes();
        statement.execute(new String(text, StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (SQLException e) {
        throw new FlywayException(SCRIPT + ": " + e.getMessage(), e);
      }
    }
  }

  /** The checksums of the migrations. */
  public SortedMap<Integer, Integer> migrations() {
    return migrations;
  }

  /** The last migration. */
  public int version() {
    return migrations.lastKey();
  }

  /** Differs when the tables differ. */
  public String fingerprint() {
    return "%d-%08x".formatted(migrations.lastKey(), migrations.hashCode());
  }
}
