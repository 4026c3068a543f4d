package io.agentservice.server.base.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.testing.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

class S3BlobsIT extends BlobStoreContract {
  @TempDir private static Path directory;
  private static S3Server server;
  private static S3Client client;
  private static BlobStore store;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(directory);
    client = server.client();
    store = S3Blobs.in(bucket(S3Server.BUCKET, S3Server.SECRET));
  }

  @AfterAll
  static void stop() {
    store.close();
    client.close();
    server.close();
  }

  private static S3Blobs.Bucket bucket(String name, String secret) {
    return new S3Blobs.Bucket(name, "of/agent", server.endpoint(), null, S3Server.KEY, secret);
  }

  @Override
  BlobStore store() {
    return store;
  }

  @Override
  int objects() {
    return client.listObjectsV2(list -> list.bucket(S3Server.BUCKET)).keyCount()
        + client.listMultipartUploads(list -> list.bucket(S3Server.BUCKET)).uploads().size();
  }

  @Test
  void objectsLieBelowThePrefix() {
    try (var sink = store.write("0123")) {
      sink.commit();
    }
    assertThat(client.listObjectsV2(list -> list.bucket(S3Server.BUCKET)).contents())
        .extracting(object -> object.key())
        .contains("of/agent/0123");
    store.delete("0123");
  }

  @Test
  void aBucketThatIsNotThereIsToldInOneLineWithoutTheSecret() {
    try (var nowhere = S3Blobs.in(bucket("nowhere", S3Server.SECRET));
        var sink = nowhere.write("0123")) {
      assertThatThrownBy(sink::commit)
          .isInstanceOf(BlobStoreException.class)
          .hasMessageStartingWith("bucket nowhere: NoSuchBucket")
          .hasMessageNotContaining(S3Server.SECRET);
    }
  }
}
