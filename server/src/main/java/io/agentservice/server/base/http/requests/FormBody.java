package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page's form, {@code application/x-www-form-urlencoded} in UTF-8 and bounded, read at the first
 * field. Not by the listener, which takes any length.
 */
public final class FormBody {
  /** Anybody may send a form to the sign-in. */
  public static final int MAX_BYTES = 64 << 10;

  private static final String TYPE = "application/x-www-form-urlencoded";

  private final HttpServletRequest request;
  private final int most;
  private @Nullable Map<String, String> fields;

  /** {@code most} bytes as sent. */
  FormBody(HttpServletRequest request, int most) {
    this.request = request;
    this.most = most;
  }

  /** The first field of that name, or null; throws 415, 413 or 400. */
  @Nullable String field(String name) {
    if (fields == null) {
      leave(); // the page that tells of a failure asks for fields too
      fields = parse(read());
    }
    return fields.get(name);
  }

  /** Reads no more of a refused request. */
  void leave() {
    if (fields == null) {
      fields = Map.of();
    }
  }

  private String read() {
    long length = request.getContentLengthLong();
    String type = request.getHeader("Content-Type");
    try {
      if (type == null || !JsonBody.mediaType(type).equals(TYPE)) {
        if (length == 0 || (length < 0 && request.getInputStream().read() < 0)) {
          return "";
        }
        throw Problem.other(
                415,
                "unsupported_media_type",
                "The form is of type " + (type == null ? "none" : type),
                "Send " + TYPE)
            .exception();
      }
      if (length > most) {
        throw tooLarge();
      }
      byte[] bytes = request.getInputStream().readNBytes(length < 0 ? most + 1 : (int) length);
      if (bytes.length > most) {
        throw tooLarge();
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    } catch (IOException e) {
      throw JsonBody.unread(e, request);
    }
  }

  private static Map<String, String> parse(String text) {
    if (!PercentEncoding.areDecodable(text)) {
      throw malformed();
    }
    var fields = new HashMap<String, String>();
    PercentEncoding.pairs(text).forEach(pair -> fields.putIfAbsent(pair.name(), pair.value()));
    if (fields.values().stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
      throw malformed(); // the database does not keep it
    }
    return fields;
  }

  private ProblemException tooLarge() {
    return Problem.other(
            413,
            "body_too_large",
            "The form is larger than %d KiB".formatted(most >> 10),
            "Send less, or use the API")
        .exception();
  }

  private static ProblemException malformed() {
    return Problem.badRequest(
            "malformed_request",
            "The form can't be decoded",
            "Send it in UTF-8 with escapes of two digits")
        .exception();
  }
}
