package io.agentservice.server.base.ids;

@IdForm(prefix = "org-", noun = "organization")
public final class OrgId extends Id {
  public OrgId(String value) {
    super(value);
  }
}
