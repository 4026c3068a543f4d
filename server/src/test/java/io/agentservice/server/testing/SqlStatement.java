package io.agentservice.server.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * A statement of the server.
 *
 * @param feature its package within the server, as {@code engine.queue}; a room of a feature
 *     belongs to that, but in the base each room is one
 * @param name its interface and method
 */
public record SqlStatement(String feature, String name, String sql) {
  private static final String ROOT = "io.agentservice.server";

  /** Found once for all tests: it takes seconds. */
  private static final class Found {
    static final List<SqlStatement> ALL =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(file -> file.contains("Sql"))
                .importPackages(ROOT)
                .stream()
                .filter(type -> type.getSimpleName().endsWith("Sql"))
                .map(JavaClass::reflect)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> sql(method) != null)
                .map(SqlStatement::of)
                .toList();
  }

  /** Those of all interfaces, as they are written. */
  public static List<SqlStatement> all() {
    return Found.ALL;
  }

  private static SqlStatement of(Method method) {
    var type = method.getDeclaringClass();
    return new SqlStatement(
        feature(type.getPackageName().substring(ROOT.length() + 1)),
        type.getSimpleName() + "." + method.getName(),
        sql(method));
  }

  private static String feature(String inside) {
    return inside.startsWith("base.")
        ? inside
        : Arrays.stream(inside.split("\\.")).limit(2).collect(Collectors.joining("."));
  }

  private static String sql(Method method) {
    var query = method.getAnnotation(SqlQuery.class);
    var update = method.getAnnotation(SqlUpdate.class);
    return query != null ? query.value() : update != null ? update.value() : null;
  }
}
