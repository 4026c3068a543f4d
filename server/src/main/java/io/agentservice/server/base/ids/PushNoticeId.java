package io.agentservice.server.base.ids;

/** What one browser is told of one turn of a session. */
@IdForm(prefix = "notice-", noun = "push_notice")
public final class PushNoticeId extends Id {
  public PushNoticeId(String value) {
    super(value);
  }
}
