package io.agentservice.server.base.ids;

@IdForm(prefix = "acct-", noun = "account")
public final class AccountId extends Id {
  public AccountId(String value) {
    super(value);
  }
}
