package io.agentservice.server.base.ids;

@IdForm(prefix = "outpost_env-", noun = "outpost")
public final class OutpostId extends Id {
  public OutpostId(String value) {
    super(value);
  }
}
