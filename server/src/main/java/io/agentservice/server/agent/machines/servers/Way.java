package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.agent.machines.servers.MachinePlaces.Place;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.ids.SessionId;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** The way to the server that the machine of a session is connected to, for one person. */
public final class Way {
  private final OtherServers servers;
  private final Supplier<Optional<Place>> again;
  private final Place place;
  private final SessionId session;
  private final String person;

  /** {@code again}: where it is by then. */
  private Way(
      OtherServers servers,
      Supplier<Optional<Place>> again,
      Place place,
      SessionId session,
      String person) {
    this.servers = servers;
    this.again = again;
    this.place = place;
    this.session = session;
    this.person = person;
  }

  /** Empty when the machine of the session is connected to no other server. */
  public static Optional<Way> find(
      OtherServers servers, MachinePlaces places, SessionId session, String person) {
    return places
        .elsewhere(session)
        .map(place -> new Way(servers, () -> places.elsewhere(session), place, session, person));
  }

  /**
   * The answer; a refusal is thrown as it was said there.
   *
   * @param kind the {@link ServerAnswers} that are asked
   * @param rest of the path, with its slash; empty for none
   * @param body empty for none
   */
  public JsonNode ask(String method, String kind, String rest, String body) {
    return servers.ask(place, new ServerCall(method, path(kind, rest), person, body));
  }

  /** A talk that the other server has with whoever is here; {@code rest} as above. */
  public Supplier<Talk> talk(String protocol, String kind, String rest) {
    var call = new ServerCall("GET", path(kind, rest), person, "");
    return () -> new Relay(servers, () -> again.get().orElse(place), call, protocol);
  }

  private String path(String kind, String rest) {
    return ServerCall.PATH + kind + "/" + session + rest;
  }
}
