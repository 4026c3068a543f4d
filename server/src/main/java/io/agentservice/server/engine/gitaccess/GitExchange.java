package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.engine.gitaccess.Operations.Operation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;

/** One request of git that was let in, and its answer. */
record GitExchange(
    GitCall call, Operation operation, HttpServletRequest request, HttpServletResponse response) {

  /** What git sends, as it comes. */
  InputStream body() throws IOException {
    return request.getInputStream();
  }

  /** Negative when it is not known. */
  long length() {
    return request.getContentLengthLong();
  }

  GitAccess.Admitted admitted() {
    return operation.admitted();
  }

  /** Once something was answered, nothing else can be. */
  boolean isAnswered() {
    return response.isCommitted();
  }

  /** Begins an answer in git's own form. */
  void begin() {
    response.setStatus(HttpServletResponse.SC_OK);
    response.setContentType(call.answerType());
    response.setHeader("Cache-Control", "no-store");
  }

  /** The whole answer. */
  void answer(byte[] packets) throws IOException {
    begin();
    response.getOutputStream().write(packets);
  }
}
