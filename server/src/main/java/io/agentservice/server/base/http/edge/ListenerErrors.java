package io.agentservice.server.base.http.edge;

import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.ListenerProblems;
import io.agentservice.server.base.http.answers.RequestIds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests refused before or outside of a route, such as a bad request line, as problems
 * (completions.md 8.1).
 */
final class ListenerErrors implements Request.Handler {
  /** The listener's stand-in for a request line that it could not read. */
  private static final String UNREAD = "/badMessage";

  /** After these the listener may silently end the connection. */
  private static final Set<Integer> UNREADABLE = Set.of(400, 414, 431, 505);

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    var cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
    var problem = ListenerProblems.of(response.getStatus(), cause);
    var headers = response.getHeaders();
    String known = headers.get(RequestIds.HEADER);
    String id = known == null ? RequestIds.of(request.getHeaders().get(RequestIds.HEADER)) : known;
    var answer = Encoded.of(problem, path(request), id);
    headers.put(RequestIds.HEADER, id);
    headers.put(HttpHeader.CACHE_CONTROL, "no-store");
    headers.put(HttpHeader.CONTENT_TYPE, answer.type());
    answer.headers().forEach(headers::put);
    if (UNREADABLE.contains(answer.status())) {
      headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    }
    response.setStatus(answer.status());
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    var servlet = Request.as(request, ServletContextRequest.class);
    if (servlet != null && servlet.getServletChannel().getCallback() != null) {
      servlet.getHttpServletResponse().getOutputStream().write(body); // the servlet's to finish
      callback.succeeded();
    } else {
      response.write(true, ByteBuffer.wrap(body), callback);
    }
    return true;
  }

  private static String path(Request request) {
    String path = request.getHttpURI().getPath();
    return path == null || path.equals(UNREAD) ? "/" : path;
  }
}
