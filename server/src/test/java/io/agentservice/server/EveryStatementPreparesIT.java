package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.agentservice.server.testing.TestDatabase;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.Test;

/**
 * Every SQL statement of the server is understood by a real PostgreSQL with the migrated schema.
 */
class EveryStatementPreparesIT {
  @Test
  void everyStatementOfEverySqlInterfaceIsPreparedByTheDatabase() throws Exception {
    var failures = new ArrayList<String>();
    int prepared = 0;
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl())) {
      for (Class<?> type : sqlInterfaces()) {
        for (Method method : type.getDeclaredMethods()) {
          var sql = sql(method);
          if (sql != null) {
            prepared++;
            prepare(connection, type, method, sql, failures);
          }
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(prepared).isGreaterThan(50);
  }

  private static List<Class<?>> sqlInterfaces() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.agentservice.server")
            .stream()
            .filter(type -> type.getSimpleName().endsWith("Sql"))
            .<Class<?>>map(JavaClass::reflect)
            .toList();
  }

  private static String sql(Method method) {
    var query = method.getAnnotation(SqlQuery.class);
    var update = method.getAnnotation(SqlUpdate.class);
    return query != null ? query.value() : update != null ? update.value() : null;
  }

  private static void prepare(
      Connection connection, Class<?> type, Method method, String sql, List<String> failures) {
    var handle = Jdbi.create(connection).open();
    var parsed = new ColonPrefixSqlParser().parse(sql, handle.createUpdate(sql).getContext());
    try (var statement = connection.prepareStatement(parsed.getSql())) {
      var _ = statement.getParameterMetaData().getParameterCount();
    } catch (SQLException e) {
      failures.add(type.getSimpleName() + "." + method.getName() + ": " + e.getMessage());
    }
  }
}
