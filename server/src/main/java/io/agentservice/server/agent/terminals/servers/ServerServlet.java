package io.agentservice.server.agent.terminals.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.terminals.shells.Size;
import io.agentservice.server.agent.terminals.shells.Terminals;
import io.agentservice.server.agent.terminals.shells.Words;
import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.ClientSocket;
import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.RequestIds;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.TerminalId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServerContainer;
import org.jspecify.annotations.Nullable;

/** Answers other servers about terminals here, and nobody else. No route: it is not described. */
public final class ServerServlet extends HttpServlet {
  /** It is for all requests below. */
  public static final String PATHS = ServerCall.PATH + "/*";

  private static final long serialVersionUID = 1L;
  private static final int MOST_BODY = 64 << 10;
  private static final String BEARER = "Bearer ";
  private static final String FROM = "from=";

  private final transient MachinePlaces places;
  private final transient ServerTokens tokens;
  private final transient Terminals here;
  private final transient Throttle throttle;

  public ServerServlet(
      MachinePlaces places, ServerTokens tokens, Terminals here, Throttle throttle) {
    this.places = places;
    this.tokens = tokens;
    this.here = here;
    this.throttle = throttle;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String id = RequestIds.of(request.getHeader(RequestIds.HEADER));
    response.setHeader(RequestIds.HEADER, id);
    response.setHeader("Cache-Control", "no-store");
    try {
      Lane.REQUESTS.call(() -> {
        serve(request, response);
        return true;
      });
    } catch (ProblemException e) {
      write(response, Encoded.of(e.problem(), request.getRequestURI(), id));
    } catch (DatabaseUnavailableException _) {
      var away = Problem.other(503, "unavailable", "The database is away or busy", "Try again");
      write(response, Encoded.of(away, request.getRequestURI(), id));
    }
  }

  private void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String body = admitted(request, response);
    var answer = answer(request, response, body);
    if (answer != null) {
      write(response, Encoded.of(200, answer));
    }
  }

  /** The body. Of who is not one of us nothing is read, or no more than is signed. */
  private String admitted(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String given = Objects.requireNonNullElse(request.getHeader("Authorization"), "");
    String person = request.getHeader(ServerCall.PERSON);
    String token = given.startsWith(BEARER) ? given.substring(BEARER.length()) : "";
    if (person != null && ServerTokens.isWellFormed(token)) {
      String body = new String(request.getInputStream().readNBytes(MOST_BODY), UTF_8);
      String query = request.getQueryString();
      String path = request.getRequestURI() + (query == null ? "" : "?" + query);
      var call = new ServerCall(request.getMethod(), path, person, body);
      if (tokens.isGood(token, call.question(places.server()), places::now)) {
        response.setHeader(ServerCall.ANSWER, tokens.answer(token));
        return body;
      }
    }
    throttle.countAnonymous(request, response);
    throw Problem.unauthorized(
            "credentials_invalid", "Only servers of this installation ask here", null)
        .exception();
  }

  /** Null when it is a websocket. */
  private @Nullable Object answer(
      HttpServletRequest request, HttpServletResponse response, String body) throws IOException {
    var parts = request.getRequestURI().substring(ServerCall.PATH.length()).split("/", -1);
    var session = parts.length < 2 ? null : Id.parse(SessionId.class, parts[1]);
    var terminal = parts.length < 3 ? null : Id.parse(TerminalId.class, parts[2]);
    if (session == null || parts.length > 3 || (parts.length == 3 && terminal == null)) {
      throw Problem.notFound("terminal").exception();
    }
    return switch (request.getMethod() + (terminal == null ? " all" : " one")) {
      case "GET all" -> Page.whole(here.list(session));
      case "GET one" -> view(request, response, session, Objects.requireNonNull(terminal));
      case "POST all" -> here.open(asked(body).orgId(), session, opening(asked(body)));
      case "DELETE one" -> here.close(session, Objects.requireNonNull(terminal));
      default -> throw Problem.notFound("terminal").exception();
    };
  }

  private static Asked asked(String body) {
    return Json.MAPPER.readValue(body, Asked.class);
  }

  private static Terminals.Opening opening(Asked asked) {
    return new Terminals.Opening(new Size(asked.rows(), asked.columns()), asked.cwd());
  }

  private @Nullable Object view(
      HttpServletRequest request,
      HttpServletResponse response,
      SessionId session,
      TerminalId terminal)
      throws IOException {
    var query = Optional.ofNullable(request.getQueryString()).filter(q -> q.startsWith(FROM));
    long from = query.map(q -> Long.parseLong(q.substring(FROM.length()))).orElse(0L);
    var talk = here.view(session, terminal, from);
    if (query.isEmpty()) {
      return here.list(session).stream()
          .filter(one -> one.terminalId().equals(terminal))
          .findFirst()
          .orElseThrow(() -> Problem.notFound("terminal").exception());
    }
    JettyWebSocketServerContainer.getContainer(request.getServletContext())
        .upgrade(
            (_, upgrade) -> {
              upgrade.setAcceptedSubProtocol(Words.PROTOCOL);
              return ClientSocket.of(talk.get());
            },
            request,
            response);
    return null;
  }

  private static void write(HttpServletResponse response, Encoded answer) throws IOException {
    response.setStatus(answer.status());
    response.setContentType(answer.type());
    answer.headers().forEach(response::setHeader);
    response.getOutputStream().write(answer.body().getBytes(UTF_8));
  }
}
