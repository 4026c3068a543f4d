package io.agentservice.server.agent.terminals.servers;

import io.agentservice.server.agent.machines.servers.ServerAnswers;
import io.agentservice.server.agent.machines.servers.ServerQuestion;
import io.agentservice.server.agent.terminals.shells.Size;
import io.agentservice.server.agent.terminals.shells.Terminals;
import io.agentservice.server.agent.terminals.shells.Words;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import io.agentservice.server.base.problems.Problem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What other servers ask about terminals here. */
public final class TerminalAnswers implements ServerAnswers {
  public static final String KIND = "terminals";

  private static final String FROM = "from=";

  private final Terminals here;

  public TerminalAnswers(Terminals here) {
    this.here = here;
  }

  @Override
  public Answer answer(ServerQuestion question) {
    var session = question.session();
    var rest = question.rest();
    var terminal = rest.isEmpty() ? null : Id.parse(TerminalId.class, rest.getFirst());
    if (rest.size() > 1 || (rest.size() == 1 && terminal == null)) {
      throw none();
    }
    return switch (question.method() + (terminal == null ? " all" : " one")) {
      case "GET all" -> Answer.ok(Page.whole(here.list(session)));
      case "GET one" -> view(session, Objects.requireNonNull(terminal), question.query());
      case "POST all" -> open(session, Json.MAPPER.readValue(question.body(), Asked.class));
      case "DELETE one" -> Answer.ok(here.close(session, Objects.requireNonNull(terminal)));
      default -> throw none();
    };
  }

  private Answer open(SessionId session, Asked asked) {
    var size = new Size(asked.rows(), asked.columns());
    return Answer.ok(here.open(asked.orgId(), session, new Terminals.Opening(size, asked.cwd())));
  }

  private Answer view(SessionId session, TerminalId terminal, @Nullable String query) {
    if (query != null && query.startsWith(FROM)) {
      long from = Long.parseLong(query.substring(FROM.length()));
      return new Answer.Socket(Words.PROTOCOL, here.view(session, terminal, from));
    }
    var _ = here.view(session, terminal, 0); // refused as it would be
    return here.list(session).stream()
        .filter(one -> one.terminalId().equals(terminal))
        .findFirst()
        .map(Answer::ok)
        .orElseThrow(TerminalAnswers::none);
  }

  private static RuntimeException none() {
    return Problem.notFound("terminal").exception();
  }
}
