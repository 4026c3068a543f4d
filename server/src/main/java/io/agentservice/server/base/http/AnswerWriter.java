package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.ClientOutput;
import io.agentservice.server.base.http.answers.Encoded;
import io.agentservice.server.base.http.answers.GzipOutput;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;

/** Writes answers with the product's word, packed where the client takes it. */
final class AnswerWriter {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerWriter.class);
  private static final int PIECE = 64 << 10;
  private static final String EVENTS = "text/event-stream";

  /** Does not close the answer. */
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
    try (var out = new GzipOutput(request, response)) {
      out.write(inWord(word(request), answer).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String inWord(WireName word, Encoded answer) {
    if (answer.type().equals(Encoded.PROBLEM)) {
      return word.problem(answer.body());
    }
    return answer.type().contains("json") ? word.write(answer.body()) : answer.body();
  }

  /** Our pages, known by their cookie, read our word. */
  WireName word(HttpServletRequest request) {
    boolean page =
        Request.cookie(request, WebSessions.COOKIE) != null
            && request.getHeader("Authorization") == null;
    return page ? WireName.AGENT : wireName;
  }

  /** Piece by piece, so that no large answer is in memory as a text. */
  void json(HttpServletRequest request, HttpServletResponse response, Answer.Of answer)
      throws IOException {
    if (word(request) != WireName.AGENT) {
      text(request, response, Encoded.of(answer.status(), answer.body()));
      return;
    }
    response.setStatus(answer.status());
    response.setContentType("application/json");
    var out = new GzipOutput(request, response);
    PIECEWISE.writeValue(out, answer.body());
    out.close(); // after a failure it stays open: closing makes what was written a whole answer
  }

  void bytes(HttpServletRequest request, HttpServletResponse response, Answer.Bytes answer)
      throws IOException {
    if (request.getMethod().equals("HEAD")) {
      head(response, answer);
      return;
    }
    try (var in = answer.source().open()) {
      var piece = new byte[PIECE];
      int read = read(in, piece, answer.length());
      head(response, answer); // not before it is known that there is something to read
      var out = new ClientOutput(response);
      out.write(piece, 0, read);
      for (long left = answer.length() - read; left > 0; left -= read) {
        read = read(in, piece, left);
        out.write(piece, 0, read);
      }
    }
  }

  private static void head(HttpServletResponse response, Answer.Bytes answer) {
    answer.headers().forEach(response::setHeader);
    response.setStatus(answer.status());
    response.setContentType(answer.type());
    response.setContentLengthLong(answer.length());
  }

  /** A whole piece, or what is left. */
  private static int read(InputStream in, byte[] piece, long left) {
    int wanted = (int) Math.min(left, PIECE);
    int read;
    try {
      read = in.readNBytes(piece, 0, wanted);
    } catch (IOException e) {
      LOG.warn("a file that is sent can't be read: {}", e.toString());
      throw Problem.other(503, "unavailable", "The file can't be read now", "Try again later")
          .withHeader("Retry-After", "5")
          .exception();
    }
    if (read < wanted) {
      throw new IllegalStateException("what is kept is shorter than it was");
    }
    return read;
  }

  /**
   * Breaks off an answer whose head was sent, so that it does not look complete; event streams have
   * no end.
   */
  static void breakOff(HttpServletResponse response) throws IOException {
    String type = response.getContentType();
    if (type == null || !type.startsWith(EVENTS)) {
      throw new EofException("the answer broke off"); // of which the listener logs nothing more
    }
  }

  /** Forgets an unsent answer. */
  static void forget(HttpServletResponse response) {
    response.resetBuffer();
    response.setContentType(null); // and its charset, which would stay
    response.setHeader("Content-Encoding", null);
  }

  /** Begins a stream of events, unbuffered. */
  OutputStream events(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setStatus(200);
    response.setContentType(EVENTS);
    response.setHeader("X-Accel-Buffering", "no");
    return word(request).on(response.getOutputStream());
  }
}
