package io.agentservice.server.testing;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.base.db.Database;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A migrated database of a test class's own, on one real PostgreSQL per test run: copied from a
 * template, dropped when closed.
 */
public final class TestDatabase implements AutoCloseable {
  private static final String TEMPLATE = "template_migrated";
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static EmbeddedPostgres postgres;

  private final String name;
  private final String jdbcUrl;

  private TestDatabase(String name, String jdbcUrl) {
    this.name = name;
    this.jdbcUrl = jdbcUrl;
  }

  /**
   * Creates one; the PostgreSQL behind it is started by the first caller and stopped with the JVM.
   */
  public static synchronized TestDatabase create() {
    // File by file: block by block, as usual, goes through the log too.
    return create(" TEMPLATE " + TEMPLATE + " STRATEGY FILE_COPY");
  }

  /** Creates one that no server has used: without tables. */
  public static synchronized TestDatabase empty() {
    return create("");
  }

  private static TestDatabase create(String origin) {
    if (postgres == null) {
      postgres = TestCluster.open();
      run("ALTER ROLE CURRENT_USER SET synchronous_commit = off"); // no test takes its power away
      run("DROP DATABASE IF EXISTS " + TEMPLATE + " WITH (FORCE)");
      run("CREATE DATABASE " + TEMPLATE);
      Database.open(url(TEMPLATE)).close();
    }
    String name = "test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    run("CREATE DATABASE " + name + origin);
    return new TestDatabase(name, url(name));
  }

  public String jdbcUrl() {
    return jdbcUrl;
  }

  private static String url(String database) {
    return postgres.jdbcUrl().replaceFirst("/agent\\?", "/" + database + "?");
  }

  private static void run(String sql) {
    try (var connection = DriverManager.getConnection(postgres.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Override
  public void close() {
    run("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
  }
}
