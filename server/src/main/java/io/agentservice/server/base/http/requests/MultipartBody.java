package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.http.answers.ListenerProblems;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** A {@code multipart/form-data} body with one file, streamed; other parts are ignored. */
final class MultipartBody {
  /** Bytes beside the file (completions.md 9). */
  private static final long ROOM = 1 << 20;

  private static final int PIECE = 64 << 10;
  private static final int MAX_PARTS = 100;

  /** Of the headers of each part, in bytes: they hold names and a type. */
  private static final int MAX_PART_HEADERS = 16 << 10;

  private static final String TYPE = "multipart/form-data";

  private final String field;
  private final long most;
  private final FilePart.Sink sink;

  /** {@code field} names the file's part, {@code most} limits its bytes. */
  MultipartBody(String field, long most, FilePart.Sink sink) {
    this.field = field;
    this.most = most;
    this.sink = sink;
  }

  /** Throws 415, 413, then other faults (completions.md 8.2). */
  FilePart read(HttpServletRequest request) {
    String boundary = boundary(request.getContentType());
    if (request.getContentLengthLong() > most + ROOM) {
      throw tooLarge();
    }
    var parts = new Parts();
    try {
      if (boundary != null) {
        read(request.getInputStream(), new MultiPart.Parser(boundary, parts), parts);
      } else if (request.getInputStream().read() >= 0) {
        throw unsupported("none");
      }
    } catch (IOException e) {
      throw JsonBody.unread(e, request);
    }
    return parts.file();
  }

  /** Null without a media type. */
  private static @Nullable String boundary(@Nullable String type) {
    if (type == null) {
      return null;
    }
    String boundary = JsonBody.mediaType(type).equals(TYPE) ? extract(type) : null;
    if (boundary == null) {
      throw unsupported(type);
    }
    return boundary;
  }

  private static @Nullable String extract(String type) {
    try {
      return MultiPart.extractBoundary(type);
    } catch (IllegalArgumentException _) { // such as a quote that doesn't end
      return null;
    }
  }

  private void read(InputStream in, MultiPart.Parser parser, Parts parts) throws IOException {
    parser.setMaxParts(MAX_PARTS + 1);
    parser.setPartHeadersMaxLength(MAX_PART_HEADERS);
    byte[] piece = new byte[PIECE];
    long total = 0;
    for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
      total += read;
      if (total > most + ROOM) {
        throw tooLarge();
      }
      parser.parse(Content.Chunk.from(ByteBuffer.wrap(piece, 0, read), false));
      parts.check();
    }
    parser.parse(Content.Chunk.EOF);
    parts.check();
  }

  private ProblemException tooLarge() {
    return Problem.other(
            413, "body_too_large", "The file is larger than %d bytes".formatted(most), null)
        .exception();
  }

  private static ProblemException unsupported(String type) {
    return Problem.other(
            415, "unsupported_media_type", "The body is of type " + type, "Send " + TYPE)
        .exception();
  }

  private ProblemException invalid(String type, String msg) {
    return Problem.invalid(new Failure(List.of("body", field), msg, type)).exception();
  }

  /** Faults are for {@link #check}. */
  private final class Parts extends MultiPart.AbstractPartsListener {
    private final MessageDigest digest = sha256();
    private long size;
    private int files;
    private @Nullable String fileName;
    private @Nullable String contentType;
    private @Nullable RuntimeException refusal;
    private boolean broken;
    private boolean longHeaders;
    private int parts;

    @Override
    public void onPartContent(Content.Chunk chunk) {
      if (!field.equals(getName())) {
        return;
      }
      var bytes = chunk.getByteBuffer();
      size += bytes.remaining();
      if (files == 0 && size <= most && refusal == null) {
        digest.update(bytes.duplicate());
        write(bytes.slice());
      }
    }

    /** The parser keeps what a listener throws to itself. */
    private void write(ByteBuffer bytes) {
      try {
        sink.write(bytes);
      } catch (RuntimeException e) {
        refusal = e;
      }
    }

    @Override
    public void onPart(String name, String file, HttpFields headers) {
      parts++;
      if (field.equals(name)) {
        files++;
        fileName = file;
        contentType = headers.get("Content-Type");
      }
    }

    @Override
    public void onFailure(Throwable cause) {
      broken = true;
      longHeaders = String.valueOf(cause.getMessage()).contains("headers max length");
    }

    void check() {
      if (refusal != null) {
        throw refusal;
      }
      if (longHeaders) {
        throw invalid("too_long", "The headers of a part should have at most 16 KiB");
      }
      if (parts > MAX_PARTS) {
        throw invalid("too_long", "At most %d parts are taken".formatted(MAX_PARTS));
      }
      if (broken) {
        throw ListenerProblems.malformed(": the parts of the body can't be told apart").exception();
      }
      if (size > most) {
        throw tooLarge();
      }
    }

    FilePart file() {
      if (files == 0) {
        throw invalid("missing", "Field required");
      }
      if (files > 1) {
        throw invalid("duplicate", "One file is wanted");
      }
      if (fileName == null) {
        throw invalid("missing", "The part should have a file name");
      }
      return new FilePart(fileName, contentType, size, HexFormat.of().formatHex(digest.digest()));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
