package io.agentservice.server.agent.terminals.servers;

import io.agentservice.server.agent.machines.servers.Way;
import io.agentservice.server.agent.terminals.shells.Terminal;
import io.agentservice.server.agent.terminals.shells.Terminals;
import io.agentservice.server.agent.terminals.shells.Words;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Those on a machine that is connected to another server, of one session and for one person. */
public final class TerminalsThere implements Terminals {
  private final Way way;

  public TerminalsThere(Way way) {
    this.way = way;
  }

  @Override
  public List<Terminal> list(SessionId session) {
    return ask("GET", "", "").path("items").valueStream().map(TerminalsThere::read).toList();
  }

  @Override
  public Terminal open(OrgId org, SessionId session, Opening opening) {
    var asked = new Asked(org, opening.size().rows(), opening.size().columns(), opening.cwd());
    return read(ask("POST", "", Json.MAPPER.writeValueAsString(asked)));
  }

  @Override
  public Terminal close(SessionId session, TerminalId id) {
    return read(ask("DELETE", "/" + id, ""));
  }

  @Override
  public Supplier<Talk> view(SessionId session, TerminalId id, long from) {
    ask("GET", "/" + id, "");
    return way.talk(Words.PROTOCOL, TerminalAnswers.KIND, "/" + id + "?from=" + from);
  }

  private JsonNode ask(String method, String rest, String body) {
    return way.ask(method, TerminalAnswers.KIND, rest, body);
  }

  private static Terminal read(JsonNode json) {
    return new Terminal(
        new TerminalId(json.path("terminal_id").asString("")),
        json.path("created_at").asLong(),
        json.path("viewers").asInt());
  }
}
