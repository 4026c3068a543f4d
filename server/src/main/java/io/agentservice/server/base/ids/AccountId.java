package io.agentservice.server.base.ids;

/** The account that owns everything of an installation. */
@IdForm(prefix = "acct-", noun = "account")
public final class AccountId extends Id {
  public AccountId(String value) {
    super(value);
  }
}
