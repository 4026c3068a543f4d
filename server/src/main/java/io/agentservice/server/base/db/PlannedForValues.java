package io.agentservice.server.base.db;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.jdbi.v3.sqlobject.customizer.SqlStatementCustomizer;
import org.jdbi.v3.sqlobject.customizer.SqlStatementCustomizerFactory;
import org.jdbi.v3.sqlobject.customizer.SqlStatementCustomizingAnnotation;
import org.postgresql.PGStatement;

/**
 * The database plans the statement at each use, for the values that it is used with: for lists
 * whose conditions are most often not asked for. A plan that is kept fits all values, and so reads
 * rows that no condition could have.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@SqlStatementCustomizingAnnotation(PlannedForValues.Factory.class)
public @interface PlannedForValues {

  /** For the library. */
  final class Factory implements SqlStatementCustomizerFactory {
    @Override
    public SqlStatementCustomizer createForMethod(
        Annotation annotation, Class<?> type, Method method) {
      return statement -> statement.addCustomizer(new Unkept());
    }
  }

  /** Keeps the driver from naming the statement, which is what plans are kept for. */
  final class Unkept implements StatementCustomizer {
    @Override
    public void beforeExecution(PreparedStatement statement, StatementContext context)
        throws SQLException {
      statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }
  }
}
