package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.PackedOutput;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.base.http.requests.Request;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.EofException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;

/** Writes answers in the word of the product, texts and JSON packed where the client takes it. */
final class AnswerWriter {
  private static final int PIECE = 64 << 10;
  private static final String EVENTS = "text/event-stream";

  /** Leaves it to us when the answer is complete. */
  private static final ObjectWriter PIECEWISE =
      Json.MAPPER
          .writer()
          .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .without(StreamWriteFeature.FLUSH_PASSED_TO_STREAM);

  private final WireName wireName;

  AnswerWriter(WireName wireName) {
    this.wireName = wireName;
  }

  void empty(HttpServletResponse response, Answer.Empty answer) {
    answer.headers().forEach(response::setHeader);
    response.setStatus(answer.status());
  }

  void text(HttpServletRequest request, HttpServletResponse response, Encoded answer)
      throws IOException {
    answer.headers().forEach(response::setHeader);
    response.setStatus(answer.status());
    response.setContentType(answer.type());
    try (var out = new PackedOutput(request, response)) {
      out.write(inWord(word(request), answer).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String inWord(WireName word, Encoded answer) {
    if (answer.type().equals(Encoded.PROBLEM)) {
      return word.problem(answer.body());
    }
    return answer.type().contains("json") ? word.write(answer.body()) : answer.body();
  }

  /** Our own pages, which are known by their cookie, read our own word. */
  WireName word(HttpServletRequest request) {
    boolean page =
        Request.cookie(request, WebSessions.COOKIE) != null
            && request.getHeader("Authorization") == null;
    return page ? WireName.AGENT : wireName;
  }

  /** Piece by piece: a large answer is never in memory as a whole text beside its rows. */
  void json(HttpServletRequest request, HttpServletResponse response, Answer.Of answer)
      throws IOException {
    if (word(request) != WireName.AGENT) {
      text(request, response, Encoded.of(answer.status(), answer.body()));
      return;
    }
    response.setStatus(answer.status());
    response.setContentType("application/json");
    var out = new PackedOutput(request, response);
    try {
      PIECEWISE.writeValue(out, answer.body());
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException gone) {
        throw (EOFException) new EOFException("the client reads no more").initCause(gone);
      }
      throw e;
    }
    out.close(); // after a failure it stays open: closing makes what was written a whole answer
  }

  /** Never packed: a range is of the bytes as they are. */
  void bytes(HttpServletRequest request, HttpServletResponse response, Answer.Bytes answer)
      throws IOException {
    boolean head = request.getMethod().equals("HEAD");
    try (var in = head ? InputStream.nullInputStream() : answer.source().open()) {
      answer.headers().forEach(response::setHeader);
      response.setStatus(answer.status());
      response.setContentType(answer.type());
      response.setContentLengthLong(answer.length());
      if (!head) {
        copy(in, response.getOutputStream(), answer.length());
      }
    }
  }

  private static void copy(InputStream in, OutputStream out, long length) throws IOException {
    var piece = new byte[PIECE];
    for (long left = length; left > 0; ) {
      int read = in.read(piece, 0, (int) Math.min(left, PIECE));
      if (read < 0) {
        throw new IllegalStateException("what is kept is shorter than it was");
      }
      out.write(piece, 0, read);
      left -= read;
    }
  }

  /**
   * Ends an answer that failed when its head was already sent. What has an end must not look as if
   * it had come to it; a stream of events has none.
   */
  static void breakOff(HttpServletResponse response) throws IOException {
    String type = response.getContentType();
    if (type == null || !type.startsWith(EVENTS)) {
      throw new EofException("the answer broke off"); // of which the listener logs nothing more
    }
  }

  /** Forgets an answer of which nothing was sent yet; another one is to be told. */
  static void forget(HttpServletResponse response) {
    response.resetBuffer();
    response.setContentType(null); // and its charset, which would stay
    response.setHeader("Content-Encoding", null);
  }

  /** Begins a stream of events; what is written to it goes out as it is. */
  OutputStream events(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setStatus(200);
    response.setContentType(EVENTS);
    response.setHeader("X-Accel-Buffering", "no");
    return word(request).on(response.getOutputStream());
  }
}
