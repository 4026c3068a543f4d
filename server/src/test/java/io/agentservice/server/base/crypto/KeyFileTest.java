package io.agentservice.server.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
  @TempDir Path directory;

  @Test
  void aKeptDraftIsReadAgain() throws IOException {
    var file = new KeyFile(directory.resolve("master.key"));
    assertThat(file.read()).isEmpty();

    try (var draft = file.draft()) {
      assertThat(draft.keep()).isTrue();
      assertThat(file.read().orElseThrow().fingerprint()).isEqualTo(draft.key().fingerprint());
      assertThat(draft.keep()).isFalse();
    }
    assertThat(directory).isDirectoryContaining(path -> path.endsWith("master.key"));
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void aLinkThatLeadsNowhereIsNoMissingFile() throws IOException {
    Path link = directory.resolve("master.key");
    Files.createSymbolicLink(link, directory.resolve("not-mounted"));

    assertThatThrownBy(() -> new KeyFile(link).read()).isInstanceOf(NoSuchFileException.class);
  }
}
