package io.agentservice.server.base.ids;

/** A playbook. */
@IdForm(prefix = "playbook-", noun = "playbook")
public final class PlaybookId extends Id {
  public PlaybookId(String value) {
    super(value);
  }
}
