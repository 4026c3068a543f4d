package io.agentservice.client.organization;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.Transport;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;

/** Files that people give to sessions (interface.md 4.3). */
public final class AttachmentClient {
  private final Transport client;
  private final String path;

  AttachmentClient(Transport client, String path) {
    this.client = client;
    this.path = path;
  }

  /**
   * Uploads a file.
   *
   * @param name of ASCII letters, digits, dots and dashes
   * @return {@code attachment_id}, {@code name} and {@code url}
   * @throws IllegalArgumentException for any other name
   */
  public JsonObject upload(String name, byte[] content) {
    if (!name.matches("[A-Za-z0-9.-]+")) {
      throw new IllegalArgumentException("'%s' needs to be written in another way".formatted(name));
    }
    var boundary = UUID.randomUUID().toString();
    var form = new ByteArrayOutputStream(content.length + 512);
    form.writeBytes(
        """
        --%s\r
        Content-Disposition: form-data; name="file"; filename="%s"\r
        Content-Type: application/octet-stream\r
        \r
        """
            .formatted(boundary, name)
            .getBytes(US_ASCII));
    form.writeBytes(content);
    form.writeBytes("\r\n--%s--\r\n".formatted(boundary).getBytes(US_ASCII));
    var type = "multipart/form-data; boundary=" + boundary;
    return Transport.orThrow(client.post(path, type, form.toByteArray())).json();
  }

  /**
   * Where the bytes of a file are, for some minutes and for whoever has the address.
   *
   * @param attachment what {@link #upload} answered
   */
  public URI place(JsonObject attachment) {
    var id = Query.segment(attachment.required("attachment_id"));
    var name = Query.segment(attachment.required("name"));
    var answer = client.request("GET", path + "/" + id + "/" + name, Query.NONE, null);
    var location = answer.header("Location");
    if (location == null) {
      throw answer.successful()
          ? new UnreachableException(client.baseUrl(), "it named no place of the file", null)
          : ApiException.of(answer);
    }
    return client.baseUrl().resolve(location);
  }

  /** The bytes at such a place. */
  public byte[] read(URI place) {
    return client.bytes(place);
  }

  /** The same into a file, which is made anew. */
  public void save(URI place, Path file) {
    client.download(place, file);
  }
}
