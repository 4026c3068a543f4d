package io.agentservice.server.agent.terminals.servers;

import io.agentservice.server.agent.terminals.servers.MachinePlaces.Place;
import io.agentservice.server.agent.terminals.shells.Terminal;
import io.agentservice.server.agent.terminals.shells.Terminals;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Those on a machine that is connected to another server, for one person. */
public final class TerminalsThere implements Terminals {
  private final OtherServers servers;
  private final Supplier<Optional<Place>> again;
  private final Place place;
  private final String person;

  /** {@code again}: where it is by then. */
  private TerminalsThere(
      OtherServers servers, Supplier<Optional<Place>> again, Place place, String person) {
    this.servers = servers;
    this.again = again;
    this.place = place;
    this.person = person;
  }

  /** Empty when the machine of the session is connected to no other server. */
  public static Optional<Terminals> find(
      OtherServers servers, MachinePlaces places, SessionId session, String person) {
    return places
        .elsewhere(session)
        .map(place -> new TerminalsThere(servers, () -> places.elsewhere(session), place, person));
  }

  @Override
  public List<Terminal> list(SessionId session) {
    return ask("GET", ServerCall.path(session), "")
        .path("items")
        .valueStream()
        .map(TerminalsThere::read)
        .toList();
  }

  @Override
  public Terminal open(OrgId org, SessionId session, Opening opening) {
    var asked = new Asked(org, opening.size().rows(), opening.size().columns(), opening.cwd());
    return read(ask("POST", ServerCall.path(session), Json.MAPPER.writeValueAsString(asked)));
  }

  @Override
  public Terminal close(SessionId session, TerminalId id) {
    return read(ask("DELETE", ServerCall.path(session, id), ""));
  }

  @Override
  public Supplier<Talk> view(SessionId session, TerminalId id, long from) {
    ask("GET", ServerCall.path(session, id), "");
    var call = new ServerCall("GET", ServerCall.path(session, id) + "?from=" + from, person, "");
    return () -> new Relay(servers, () -> again.get().orElse(place), call);
  }

  private JsonNode ask(String method, String path, String body) {
    return servers.ask(place, new ServerCall(method, path, person, body));
  }

  private static Terminal read(JsonNode json) {
    return new Terminal(
        new TerminalId(json.path("terminal_id").asString("")),
        json.path("created_at").asLong(),
        json.path("viewers").asInt());
  }
}
