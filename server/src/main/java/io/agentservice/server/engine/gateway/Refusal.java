package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.RequestIds;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.gateway.connection.CloseReason;
import io.agentservice.wire.frames.Frames;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The answers to a request that becomes no connection (completions.md sections 8.1 and 8.2). */
final class Refusal {
  static final Problem BAD_TOKEN =
      Problem.unauthorized(
          "credentials_invalid",
          "The connect token is not valid, or no longer",
          "Claim the session again for a fresh token");

  /** Was told by a close frame that did not come: its server was killed, say, when it was due. */
  static final Problem SESSION_OVER =
      Problem.unauthorized("credentials_invalid", "The session is over or asleep", null)
          .withHeader(Frames.CLOSE_CODE_HEADER, String.valueOf(CloseReason.SESSION_OVER.code()));

  static final Problem NO_TOKEN =
      Problem.unauthorized(
          "credentials_missing",
          "The connect token is missing",
          "Send the token of the claim as Authorization: Bearer");
  static final Problem OTHER_SESSION =
      Problem.forbidden("permission_denied", "The connect token belongs to another session");
  static final Problem NO_ROUTE =
      Problem.other(404, "route_not_found", "There is nothing at this path", null);
  static final Problem NOT_GET =
      Problem.other(405, "method_not_allowed", "The gateway takes GET only", null)
          .withHeader("Allow", "GET");
  static final Problem NO_SUBPROTOCOL =
      Problem.badRequest(
          "subprotocol_unsupported",
          "The websocket subprotocol is not offered",
          "Offer agent-remote.v1 in Sec-WebSocket-Protocol");
  static final Problem NO_UPGRADE =
      Problem.other(
              426,
              "upgrade_required",
              "The gateway speaks websocket only",
              "Connect with agent-remote, or another websocket client")
          .withHeader("Upgrade", "websocket");
  static final Problem DRAINING =
      Problem.other(503, "unavailable", "The server is stopping", "Try another node or later")
          .withHeader("Retry-After", "1");

  static final Problem NO_DATABASE =
      Problem.other(503, "unavailable", "The database can't be asked now", "Try again")
          .withHeader("Retry-After", "1");

  private Refusal() {}

  /** Puts the client's request id into the answer when it is well formed, else a fresh one. */
  static void identify(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(RequestIds.HEADER, RequestIds.of(request.getHeader(RequestIds.HEADER)));
  }

  static void send(Problem problem, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var answer =
        Encoded.of(problem, request.getRequestURI(), response.getHeader(RequestIds.HEADER));
    response.setStatus(problem.status());
    response.setContentType(answer.type());
    response.setHeader("Cache-Control", "no-store");
    answer.headers().forEach(response::setHeader);
    response.getOutputStream().write(answer.body().getBytes(StandardCharsets.UTF_8));
  }
}
