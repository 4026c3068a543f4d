package io.agentservice.server.base.db;

/** The organization is deleted (ADR 42); the transaction is undone. */
public final class OrganizationGoneException extends RuntimeException {
  OrganizationGoneException(Throwable cause) {
    super("the organization is deleted", cause);
  }
}
