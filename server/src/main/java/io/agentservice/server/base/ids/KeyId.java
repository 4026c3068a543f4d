package io.agentservice.server.base.ids;

/** A key of any kind (service user key, personal token, legacy key). */
@IdForm(prefix = "key-", noun = "api_key")
public final class KeyId extends Id {
  public KeyId(String value) {
    super(value);
  }
}
