package io.agentservice.server.base.ids;

/** A browser that a person lets us tell. */
@IdForm(prefix = "push-", noun = "push_subscription")
public final class PushSubscriptionId extends Id {
  public PushSubscriptionId(String value) {
    super(value);
  }
}
