package io.agentservice.server.base.http;

import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.problems.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServerContainer;

/** Makes websockets of requests that were let in. */
final class Upgrades {
  private final Gate gate;
  private final OpenStreams streams;

  Upgrades(Gate gate, OpenStreams streams) {
    this.gate = gate;
    this.streams = streams;
  }

  void make(RoutedRequest call, Answer.Socket answer) throws IOException {
    var received = call.received();
    var request = call.request();
    if (!asks(received)) {
      throw required(answer.protocol()).exception();
    }
    if (!offers(received, answer.protocol())) {
      throw Problem.badRequest(
              "subprotocol_unsupported",
              "The websocket subprotocol is not offered",
              "Offer %s in Sec-WebSocket-Protocol".formatted(answer.protocol()))
          .exception();
    }
    gate.requireOwnPage(request);
    var admission = OpenStreams.admission(request, call.route().access());
    call.watch().waits();
    var container = JettyWebSocketServerContainer.getContainer(received.getServletContext());
    boolean done =
        container.upgrade(
            (_, upgrade) -> {
              upgrade.setAcceptedSubProtocol(answer.protocol());
              return new ClientSocket(answer.talk().get(), work -> streams.run(admission, work));
            },
            received,
            call.response());
    if (!done && !call.response().isCommitted()) {
      throw required(answer.protocol()).exception();
    }
  }

  private static Problem required(String protocol) {
    return Problem.other(
            426,
            "upgrade_required",
            "Only a websocket is served here",
            "Connect with a websocket client, subprotocol " + protocol)
        .withHeader("Upgrade", "websocket");
  }

  private static boolean asks(HttpServletRequest request) {
    return request.getMethod().equals("GET")
        && "websocket".equalsIgnoreCase(request.getHeader("Upgrade"));
  }

  private static boolean offers(HttpServletRequest request, String subprotocol) {
    return Collections.list(request.getHeaders("Sec-WebSocket-Protocol")).stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .anyMatch(offer -> offer.strip().equals(subprotocol));
  }
}
