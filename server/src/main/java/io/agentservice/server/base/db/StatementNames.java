package io.agentservice.server.base.db;

import org.jdbi.v3.core.statement.StatementException;

/**
 * What the log says of a failed statement: the method that holds it, whose proxy stands nameless in
 * a stack trace. Neither the values bound to it (prompts, notes) nor its text.
 */
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
