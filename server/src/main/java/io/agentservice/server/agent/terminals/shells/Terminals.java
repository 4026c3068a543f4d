package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The terminals of sessions whose machines are at one server. What is refused is thrown. */
public interface Terminals {
  /**
   * What is to be opened.
   *
   * @param cwd null: the working directory
   */
  record Opening(Size size, @Nullable String cwd) {}

  /** The oldest first. */
  List<Terminal> list(SessionId session);

  /** Opens one for the people of that organization, whose session it is. */
  Terminal open(OrgId org, SessionId session, Opening opening);

  /** Ends it, and answers it as it was. */
  Terminal close(SessionId session, TerminalId id);

  /** Who looks on, from a byte on. */
  Supplier<Talk> view(SessionId session, TerminalId id, long from);
}
