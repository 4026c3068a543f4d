package io.agentservice.server.base.ids;

@IdForm(prefix = "secret-", noun = "secret")
public final class SecretId extends Id {
  public SecretId(String value) {
    super(value);
  }
}
