package io.agentservice.server.base.db;

/**
 * What was to be made belongs to an organization that is deleted, maybe since the request came (ADR
 * 42); nothing of its transaction is kept.
 */
public final class OrganizationGoneException extends RuntimeException {
  OrganizationGoneException(Throwable cause) {
    super("the organization is deleted", cause);
  }
}
