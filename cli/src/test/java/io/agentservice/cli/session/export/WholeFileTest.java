package io.agentservice.cli.session.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @Test
  void ofTwoAtOnceTheFirstStaysAndNothingElseIsLeft(@TempDir Path directory) throws Exception {
    var place = directory.resolve("session.zip");
    try (var first = WholeFile.at(place);
        var second = WholeFile.at(place)) {
      Files.writeString(first.temporary(), "first");
      Files.writeString(second.temporary(), "second");
      first.keep();
      assertThatThrownBy(second::keep).hasMessageContaining("is there already");
    }
    assertThat(place).hasContent("first");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(place);
    }
  }
}
