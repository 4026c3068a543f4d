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
 * Plans the statement for its values at each use: a kept plan for lists with optional filters reads
 * too many rows.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@SqlStatementCustomizingAnnotation(PlannedForValues.Factory.class)
public @interface PlannedForValues {

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
