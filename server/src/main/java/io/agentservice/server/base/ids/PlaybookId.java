package io.agentservice.server.base.ids;

@IdForm(prefix = "playbook-", noun = "playbook")
public final class PlaybookId extends Id {
  public PlaybookId(String value) {
    super(value);
  }
}
