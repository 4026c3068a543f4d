package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.http.answers.RequestIds;
import io.agentservice.server.base.http.edge.Silence;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Git's smart HTTP for machines: lets in who has a credential for the repository. */
final class GitServlet extends HttpServlet {
  private static final Logger LOG = LoggerFactory.getLogger(GitServlet.class);
  private static final long serialVersionUID = 1L;
  private static final String BASIC = "basic ";

  private final transient GitAccess access;
  private final transient GitForward forward;
  private final transient GitPush push;
  private final transient Operations operations;
  private final transient Throttle throttle;
  private final transient IpAccess addresses;

  GitServlet(
      GitAccess access,
      GitForward forward,
      GitPush push,
      Operations operations,
      Throttle throttle,
      IpAccess addresses) {
    this.access = access;
    this.forward = forward;
    this.push = push;
    this.operations = operations;
    this.throttle = throttle;
    this.addresses = addresses;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader(RequestIds.HEADER, RequestIds.of(request.getHeader(RequestIds.HEADER)));
    try {
      serve(request, response);
    } catch (GitRefusal e) {
      refuse(e, request, response);
    } catch (DatabaseUnavailableException e) {
      LOG.warn("git not served: {}", e.getMessage());
      refuse(new GitRefusal(503, "The service has no database now; try again"), request, response);
    } catch (ProblemException e) { // of the address, or of too many
      var problem = e.problem();
      refuse(
          new GitRefusal(problem.status(), problem.sentence(), problem.headers()),
          request,
          response);
    }
  }

  private void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    var call =
        GitCall.of(request)
            .orElseThrow(() ->
                new GitRefusal(
                    404, "There is nothing here but repositories, by git's smart protocol"));
    if (!request.getMethod().equals(call.isPost() ? "POST" : "GET")) {
      throw new GitRefusal(405, "Git does not ask so");
    }
    var admitted = admit(call, request, response);
    addresses.check(admitted.scope().accountId(), throttle.addresses().source(request));
    if (call.kind() == GitCall.Kind.LFS) {
      throw new GitRefusal(
          501, "Git LFS is not served here: its answers can hold the host's token");
    }
    try (var operation = operations.begin(admitted);
        var _ = Silence.allowed(request, operations.limits().gitSilence())) {
      forward(new GitExchange(call, operation, request, response));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new GitRefusal(503, "The server is stopping; try again");
    }
  }

  /** One that was ended says why, if nothing has been answered yet. */
  private void forward(GitExchange exchange) throws IOException, InterruptedException {
    try {
      if (exchange.call().kind() == GitCall.Kind.REFS) {
        forward.refs(exchange);
      } else if (exchange.call().service().writes()) {
        push.push(exchange);
      } else {
        forward.pack(exchange);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      var cause = exchange.operation().cause();
      if (cause != null) {
        throw cause;
      }
      throw e;
    }
  }

  /** A wrong credential counts as one of a stranger; git's first request never has any. */
  private GitAccess.Admitted admit(
      GitCall call, HttpServletRequest request, HttpServletResponse response) {
    var password = password(request.getHeader("Authorization"));
    if (password == null) {
      throw GitRefusal.unauthorized("A credential of the session is needed");
    }
    try {
      return access.admit(password, call.repository());
    } catch (GitRefusal e) {
      if (e.status() == HttpServletResponse.SC_UNAUTHORIZED) {
        throttle.countAnonymous(request, response);
      }
      throw e;
    }
  }

  private static @Nullable String password(@Nullable String header) {
    if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(BASIC)) {
      return null;
    }
    try {
      byte[] pair = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
      var text = new String(pair, StandardCharsets.UTF_8);
      return text.substring(text.indexOf(':') + 1);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  /**
   * Git shows a text that says why; what has begun is cut off, so that nobody takes it as whole.
   */
  private static void refuse(
      GitRefusal refusal, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    LOG.info(
        "git refused path={} status={} {}",
        request.getRequestURI(),
        refusal.status(),
        refusal.text());
    if (response.isCommitted()) {
      throw new IOException(refusal.text());
    }
    response.resetBuffer();
    response.setStatus(refusal.status());
    refusal.headers().forEach(response::setHeader);
    response.setContentType("text/plain; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getOutputStream().write((refusal.text() + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
