package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.gateway.GatewaySessions.Admission.Admitted;
import io.agentservice.server.engine.gateway.GatewaySessions.Admission.BadToken;
import io.agentservice.server.engine.gateway.GatewaySessions.Admission.OtherSession;
import io.agentservice.server.engine.gateway.GatewaySessions.Admission.SessionOver;
import io.agentservice.server.engine.gateway.connection.RemoteSocket;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServerContainer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a request for a connection and makes the upgrade, or says why not. */
public final class GatewayServlet extends HttpServlet {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayServlet.class);
  private static final long serialVersionUID = 1L;
  private static final String SUBPROTOCOL = "agent-remote.v1";
  private static final String SESSIONS = Gateway.PATH + "/sessions/";
  private static final String BEARER = "bearer ";

  private final transient Gateway gateway;

  /** In front of that gateway. */
  public GatewayServlet(Gateway gateway) {
    this.gateway = gateway;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Refusal.identify(request, response);
    var path = request.getRequestURI();
    var session =
        path.startsWith(SESSIONS)
            ? Id.parse(SessionId.class, path.substring(SESSIONS.length()))
            : null;
    var refusal = session == null ? Refusal.NO_ROUTE : attempt(request, session, response);
    if (refusal != null && refusal.status() == 401) {
      refusal = counted(refusal, request, response);
    }
    if (refusal != null) {
      LOG.info("connection refused path={} code={}", path, refusal.code());
      Refusal.send(refusal, request, response);
    }
  }

  private @Nullable Problem attempt(
      HttpServletRequest request, SessionId session, HttpServletResponse response)
      throws IOException {
    try {
      return check(request, session, response);
    } catch (DatabaseUnavailableException e) { // the remote comes back, maybe to another node
      LOG.warn("connection not judged: {}", e.getMessage());
      return Refusal.NO_DATABASE;
    } catch (ProblemException e) { // of the address
      return e.problem();
    }
  }

  /** The refusal, or that there were too many. */
  private Problem counted(
      Problem refusal, HttpServletRequest request, HttpServletResponse response) {
    try {
      gateway.throttle().countAnonymous(request, response);
      return refusal;
    } catch (ProblemException e) {
      return e.problem();
    }
  }

  /** Null when the upgrade is made. A credential that is there is looked at before the upgrade. */
  private @Nullable Problem check(
      HttpServletRequest request, SessionId session, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("GET")) {
      return Refusal.NOT_GET;
    }
    if (gateway.draining()) {
      return Refusal.DRAINING;
    }
    if (gateway.withoutDatabase()) {
      return Refusal.NO_DATABASE;
    }
    var token = token(request);
    if (token == null) {
      return asksForWebsocket(request) ? Refusal.NO_TOKEN : Refusal.NO_UPGRADE;
    }
    return switch (gateway.sessions().admit(session, token)) {
      case BadToken() -> Refusal.BAD_TOKEN;
      case SessionOver() -> Refusal.SESSION_OVER;
      case OtherSession() -> Refusal.OTHER_SESSION;
      case Admitted(var epoch, var account) -> {
        var origin = new Origin(account, gateway.throttle().addresses().source(request));
        gateway.access().check(account, origin.ip());
        yield upgrade(request, response, () -> gateway.socket(session, epoch, origin));
      }
    };
  }

  private @Nullable Problem upgrade(
      HttpServletRequest request, HttpServletResponse response, Supplier<RemoteSocket> socket)
      throws IOException {
    if (!asksForWebsocket(request)) {
      return Refusal.NO_UPGRADE;
    }
    if (!offers(request, SUBPROTOCOL)) {
      return Refusal.NO_SUBPROTOCOL;
    }
    var container = JettyWebSocketServerContainer.getContainer(request.getServletContext());
    boolean done =
        container.upgrade(
            (_, upgrade) -> {
              upgrade.setAcceptedSubProtocol(SUBPROTOCOL);
              return socket.get();
            },
            request,
            response);
    return done || response.isCommitted() ? null : Refusal.NO_UPGRADE;
  }

  private static @Nullable String token(HttpServletRequest request) {
    var header = request.getHeader("Authorization");
    boolean bearer = header != null && header.toLowerCase(Locale.ROOT).startsWith(BEARER);
    return bearer ? header.substring(BEARER.length()).strip() : null;
  }

  private static boolean asksForWebsocket(HttpServletRequest request) {
    return "websocket".equalsIgnoreCase(request.getHeader("Upgrade"));
  }

  private static boolean offers(HttpServletRequest request, String subprotocol) {
    return Collections.list(request.getHeaders("Sec-WebSocket-Protocol")).stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .anyMatch(offer -> offer.strip().equals(subprotocol));
  }
}
