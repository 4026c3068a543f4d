package io.agentservice.server.base.ids;

/** A human; an identity provider's ids may look otherwise, so they are not parsed. */
@IdForm(prefix = "user-", noun = "user")
public final class UserId extends Id {
  public UserId(String value) {
    super(value);
  }
}
