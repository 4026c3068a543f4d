package io.agentservice.server.agent.desktop;

import io.agentservice.server.agent.desktop.views.Look;
import io.agentservice.server.agent.machines.servers.ServerAnswers;
import io.agentservice.server.agent.machines.servers.ServerQuestion;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import java.util.regex.Pattern;

/** What other servers ask about desktops here. */
final class DesktopAnswers implements ServerAnswers {
  static final String KIND = "desktop";

  private static final Pattern WANTED = Pattern.compile("org=([^&]*)&control=(true|false)");

  private final DesktopsHere here;

  DesktopAnswers(DesktopsHere here) {
    this.here = here;
  }

  private record Shown(int viewers) {}

  /** How the websocket is asked for, behind the session. */
  static String wanted(Look look) {
    return "?org=%s&control=%s".formatted(look.org(), look.control());
  }

  @Override
  public Answer answer(ServerQuestion question) {
    var session = question.session();
    if (!question.rest().isEmpty() || !question.method().equals("GET")) {
      throw none();
    }
    if (question.query() == null) {
      var _ = here.check(session);
      return Answer.ok(new Shown(here.viewers(session)));
    }
    var wanted = WANTED.matcher(question.query());
    var org = wanted.matches() ? Id.parse(OrgId.class, wanted.group(1)) : null;
    if (org == null) {
      throw none();
    }
    boolean control = Boolean.parseBoolean(wanted.group(2));
    return new Answer.Socket(Desktops.PROTOCOL, here.view(new Look(org, session, control)));
  }

  private static RuntimeException none() {
    return Problem.notFound("desktop").exception();
  }
}
