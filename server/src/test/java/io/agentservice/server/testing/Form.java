package io.agentservice.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A body of {@code multipart/form-data}, as a client writes it. */
public final class Form {
  private static final String BOUNDARY = "----boundary-of-a-test";

  private final List<InputStream> parts = new ArrayList<>();

  public String mediaType() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  /** A part with a file; an empty media type is not sent. */
  public Form file(String field, String fileName, String type, byte[] content) {
    return file(field, fileName, type, new ByteArrayInputStream(content));
  }

  /** The same, of content that is read when it is sent. */
  public Form file(String field, String fileName, String type, InputStream content) {
    String name = fileName.replace("\\", "\\\\").replace("\"", "\\\"");
    return part("name=\"%s\"; filename=\"%s\"".formatted(field, name), type, content);
  }

  /** A part with that disposition. */
  public Form part(String disposition, String type, InputStream content) {
    String mediaType = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
    parts.add(
        text(
            "--%s\r\nContent-Disposition: form-data; %s\r\n%s\r\n"
                .formatted(BOUNDARY, disposition, mediaType)));
    parts.add(content);
    parts.add(text("\r\n"));
    return this;
  }

  /** Everything up to the end of the last part, and nothing behind it. */
  public InputStream cut() {
    return new SequenceInputStream(Collections.enumeration(parts));
  }

  /** The whole, of parts that are texts; only once. */
  public String text() {
    try (var in = stream()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  InputStream stream() {
    var all = new ArrayList<>(parts);
    all.add(text("--" + BOUNDARY + "--\r\n"));
    return new SequenceInputStream(Collections.enumeration(all));
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
