package io.agentservice.server.context.attachments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.S3Server;
import io.agentservice.server.testing.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose settings name a bucket, from the upload to the bytes behind the link. */
class AttachmentsInS3IT {
  @TempDir private Path directory;

  private static Map<String, String> settings(S3Server store) {
    return Map.of(
        "AGENT_ATTACHMENT_STORE",
        "s3://" + S3Server.BUCKET + "/of/agent",
        "AWS_ENDPOINT_URL_S3",
        store.endpoint().toString(),
        "AWS_REGION",
        "eu-central-1",
        "AWS_ACCESS_KEY_ID",
        S3Server.KEY,
        "AWS_SECRET_ACCESS_KEY",
        S3Server.SECRET);
  }

  @Test
  void aServerKeepsAttachmentsInTheBucketThatItsSettingsName() throws Exception {
    try (var store = S3Server.start(directory);
        var client = store.client();
        var http = HttpClient.newHttpClient();
        var server = TestServer.start(settings(store))) {
      OrgId org = server.given().organization();
      var member = server.as(server.given().key(org, "org_member"));

      var kept =
          member
              .upload(
                  "/v3/organizations/" + org + "/attachments",
                  "a.txt",
                  "in a bucket".getBytes(UTF_8))
              .ok();
      var link = member.get(URI.create(kept.text("/url")).getRawPath()).header("Location");
      var read = HttpRequest.newBuilder(URI.create(link)).header("Range", "bytes=5-").build();
      assertThat(http.send(read, BodyHandlers.ofString()).body()).isEqualTo("bucket");
      assertThat(client.listObjectsV2(list -> list.bucket(S3Server.BUCKET)).contents())
          .hasSize(2) // and the marker
          .allSatisfy(object -> assertThat(object.key()).startsWith("of/agent/"));
    }
  }
}
