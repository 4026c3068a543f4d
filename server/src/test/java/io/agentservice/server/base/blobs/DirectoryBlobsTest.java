package io.agentservice.server.base.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryBlobsTest extends BlobStoreContract {
  @TempDir private Path directory;

  @Override
  BlobStore store() {
    return DirectoryBlobs.in(directory.resolve("blobs"), 0);
  }

  @Override
  int objects() throws IOException {
    try (var files = Files.walk(directory)) {
      return (int) files.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void theLastOfTheDiskIsLeftToOthers() {
    var store = DirectoryBlobs.in(directory, Long.MAX_VALUE);

    assertThatThrownBy(() -> store.write("0".repeat(32)))
        .isInstanceOf(BlobStoreException.class)
        .hasMessageContaining("has less than");
    assertThat(directory.resolve("00")).isEmptyDirectory();
  }
}
