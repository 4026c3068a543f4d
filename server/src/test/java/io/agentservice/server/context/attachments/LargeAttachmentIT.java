package io.agentservice.server.context.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Form;
import io.agentservice.server.testing.OnOrganization;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** A file goes through memory piece by piece, in and out. */
class LargeAttachmentIT extends OnOrganization {
  private static final int HEAP_MIB = 80;

  /** Several times the heap of the server. */
  private static final long SIZE = 400L << 20;

  @Test
  void aFileOfManyTimesTheServersMemoryGoesInAndOut() throws Exception {
    try (var node = server.furtherProcess(HEAP_MIB);
        var http = HttpClient.newHttpClient()) {
      var caller =
          ApiClient.anonymous(node.address()).withToken(server.given().key(org, "org_member"));
      var form = new Form().file("file", "large.bin", "", new Zeros(SIZE));
      var kept = caller.upload(path("attachments"), form).ok();
      String link = caller.get(URI.create(kept.text("/url")).getRawPath()).header("Location");

      var request = HttpRequest.newBuilder(URI.create(link)).build();
      try (var bytes = http.send(request, BodyHandlers.ofInputStream()).body()) {
        assertThat(bytes.transferTo(java.io.OutputStream.nullOutputStream())).isEqualTo(SIZE);
      }
      assertThat(node.isAlive()).isTrue();
    }
  }

  private static final class Zeros extends InputStream {
    private long left;

    Zeros(long length) {
      left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int read = (int) Math.min(left, length);
      left -= read;
      return read;
    }
  }
}
