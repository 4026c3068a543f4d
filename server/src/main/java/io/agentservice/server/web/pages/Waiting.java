package io.agentservice.server.web.pages;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.web.pages.StepHtml.Item;
import java.util.List;

/** The messages that wait for the agent, read page by page: each may be of 1 MiB. */
final class Waiting {
  private static final int PAGE = 200;

  private final Sessions sessions;
  private final SessionId id;
  private boolean more;
  private long after;

  Waiting(Sessions sessions, Session session) {
    this.sessions = sessions;
    this.id = session.sessionId();
    this.more = sessions.messagesWait(id);
  }

  /** The next of them, oldest first; empty when there are no more. */
  List<Item> next() {
    while (more) {
      var page = sessions.messages(id).rows().read(Long.toString(after), PAGE);
      more = page.more();
      for (Message message : page.items()) {
        after = message.position();
      }
      var items =
          page.items().stream()
              .filter(message -> message.delivery().equals("queued"))
              .map(new StepHtml(id)::message)
              .toList();
      if (!items.isEmpty()) {
        return items;
      }
    }
    return List.of();
  }
}
