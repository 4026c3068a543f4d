package io.agentservice.server.agent.machines.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.ClientSocket;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.RequestIds;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServerContainer;

/** Answers other servers about machines here, and nobody else. No route: it is not described. */
public final class ServerServlet extends HttpServlet {
  /** It is for all requests below. */
  public static final String PATHS = ServerCall.PATH + "*";

  private static final long serialVersionUID = 1L;
  private static final int MOST_BODY = 64 << 10;
  private static final String BEARER = "Bearer ";

  private final transient MachinePlaces places;
  private final transient ServerTokens tokens;
  private final transient Throttle throttle;
  private final transient Map<String, ServerAnswers> kinds;

  /** {@code kinds}: what is asked about, by its name in the path. */
  public ServerServlet(
      MachinePlaces places,
      ServerTokens tokens,
      Throttle throttle,
      Map<String, ServerAnswers> kinds) {
    this.places = places;
    this.tokens = tokens;
    this.throttle = throttle;
    this.kinds = Map.copyOf(kinds);
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
    give(request, response, answer(request, body));
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

  private Answer answer(HttpServletRequest request, String body) {
    var parts = List.of(request.getRequestURI().substring(ServerCall.PATH.length()).split("/", -1));
    var answers = kinds.get(parts.getFirst());
    var session = parts.size() < 2 ? null : Id.parse(SessionId.class, parts.get(1));
    if (answers == null || session == null) {
      throw Problem.notFound("thing").exception();
    }
    return answers.answer(
        new ServerQuestion(
            request.getMethod(),
            session,
            parts.subList(2, parts.size()),
            request.getQueryString(),
            body));
  }

  private static void give(HttpServletRequest request, HttpServletResponse response, Answer answer)
      throws IOException {
    switch (answer) {
      case Answer.Socket socket ->
          JettyWebSocketServerContainer.getContainer(request.getServletContext())
              .upgrade(
                  (_, upgrade) -> {
                    upgrade.setAcceptedSubProtocol(socket.protocol());
                    return ClientSocket.of(socket.talk().get());
                  },
                  request,
                  response);
      case Answer.Of of -> write(response, Encoded.of(of.status(), of.body()));
      default -> throw new IllegalStateException("no answer between servers: " + answer);
    }
  }

  private static void write(HttpServletResponse response, Encoded answer) throws IOException {
    response.setStatus(answer.status());
    response.setContentType(answer.type());
    answer.headers().forEach(response::setHeader);
    response.getOutputStream().write(answer.body().getBytes(UTF_8));
  }
}
