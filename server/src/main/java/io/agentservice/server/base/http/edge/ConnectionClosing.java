package io.agentservice.server.base.http.edge;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Ends connections with the first bytes of each answer, also of one long awaited: a connection that
 * ends without a word loses the client's next request.
 */
final class ConnectionClosing extends Handler.Wrapper {
  private volatile boolean begun;

  void begin() {
    begun = true;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(request, new Last(request, response), callback);
  }

  private final class Last extends Response.Wrapper {
    Last(Request request, Response response) {
      super(request, response);
    }

    @Override
    public void write(boolean last, ByteBuffer content, Callback callback) {
      if (begun && !isCommitted() && getStatus() != HttpStatus.SWITCHING_PROTOCOLS_101) {
        getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
      }
      super.write(last, content, callback);
    }
  }
}
