package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.ListenerProblems;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A JSON object of at most 4 MiB, or none (completions.md 4, 9, 13.12); 415, 413, 400. */
final class JsonBody {
  static final int MAX_BYTES = 4 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(JsonBody.class);
  private static final Pattern TYPE = Pattern.compile("application/([^\\s/;]+\\+)?json");
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private JsonBody() {}

  static ObjectNode read(HttpServletRequest request) {
    byte[] bytes;
    try {
      bytes = bytes(request);
    } catch (IOException e) {
      throw unread(e, request);
    }
    if (bytes.length == 0) {
      return Json.MAPPER.createObjectNode();
    }
    if (parse(text(bytes)) instanceof ObjectNode object) {
      return object;
    }
    throw Problem.invalid(new Failure(List.of("body"), "Input should be an object", "type"))
        .exception();
  }

  private static byte[] bytes(HttpServletRequest request) throws IOException {
    long length = request.getContentLengthLong();
    String type = request.getHeader("Content-Type");
    if (type != null && !isJson(type)) {
      if (length == 0 || (length < 0 && request.getInputStream().read() < 0)) {
        return new byte[0];
      }
      throw Problem.other(
              415, "unsupported_media_type", "The body is of type " + type, "Send application/json")
          .exception();
    }
    // Told before the body is asked for: a client that expects "100 Continue" need not send it.
    if (length > MAX_BYTES) {
      throw tooLarge();
    }
    int most = length < 0 ? MAX_BYTES + 1 : (int) length;
    byte[] bytes = request.getInputStream().readNBytes(most);
    if (bytes.length > MAX_BYTES) {
      throw tooLarge();
    }
    return bytes;
  }

  /** Whatever its parameters: JSON is UTF-8. */
  private static boolean isJson(String type) {
    return TYPE.matcher(mediaType(type)).matches();
  }

  /** The name in a header {@code Content-Type}, in lower case. */
  static String mediaType(String type) {
    int parameters = type.indexOf(';');
    var name = parameters < 0 ? type : type.substring(0, parameters);
    return name.strip().toLowerCase(Locale.ROOT);
  }

  private static String text(byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw malformed("The body is not UTF-8", "Send JSON as UTF-8");
    }
  }

  private static @Nullable JsonNode parse(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JacksonException e) {
      var place = e.getLocation();
      throw malformed(
          place == null
              ? "The body is not valid JSON"
              : "The body is not valid JSON: line %d, column %d"
                  .formatted(place.getLineNr(), place.getColumnNr()),
          "Names that stand twice in an object, comments, NaN and more than 100 levels are refused, too");
    }
  }

  /** The problem of a broken body. */
  static ProblemException unread(IOException e, HttpServletRequest request) {
    if (ListenerProblems.isHangUp(e)) {
      LOG.debug("client hung up path={}: {}", request.getRequestURI(), e.toString());
    }
    var problem = ListenerProblems.whileReading(e);
    return (problem == null ? ListenerProblems.malformed(": the body ended too soon") : problem)
        .exception();
  }

  private static ProblemException tooLarge() {
    return Problem.other(413, "body_too_large", "The body is larger than 4 MiB", null).exception();
  }

  private static ProblemException malformed(String detail, String hint) {
    return Problem.badRequest("malformed_json", detail, hint).exception();
  }
}
