package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.base.http.answers.Answer;

/** What a server says to others about one kind of thing on its machines. */
@FunctionalInterface
public interface ServerAnswers {
  /** An {@link Answer.Of} or an {@link Answer.Socket}; what is refused is thrown. */
  Answer answer(ServerQuestion question);
}
