package io.agentservice.server.base.ids;

@IdForm(prefix = "model-", noun = "model")
public final class ModelId extends Id {
  public ModelId(String value) {
    super(value);
  }
}
