package io.agentservice.server.base.db;

import org.jdbi.v3.core.statement.StatementException;

/** Names the method of a failed statement in the log; never its values or text. */
final class StatementNames {
  private StatementNames() {}

  static String message(StatementException failure) {
    var context = failure.getStatementContext();
    var statement = context == null ? null : context.getExtensionMethod();
    return statement == null
        ? failure.getShortMessage()
        : statement.getType().getSimpleName()
            + "."
            + statement.getMethod().getName()
            + " failed: "
            + failure.getShortMessage();
  }
}
