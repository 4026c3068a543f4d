package io.agentservice.server.base.ids;

@IdForm(prefix = "audit_log-", noun = "audit_log")
public final class AuditId extends Id {
  public AuditId(String value) {
    super(value);
  }
}
