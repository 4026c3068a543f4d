package io.agentservice.server.base.ids;

/** A secret of an organization. */
@IdForm(prefix = "secret-", noun = "secret")
public final class SecretId extends Id {
  public SecretId(String value) {
    super(value);
  }
}
