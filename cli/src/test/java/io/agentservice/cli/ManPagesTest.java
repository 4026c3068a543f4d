package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the pages can be read says the check of a release, which has {@code man}. */
class ManPagesTest {
  @TempDir private Path directory;

  @Test
  void everyCommandHasAPageWithItsOptions() throws IOException {
    ManPages.main(new String[] {directory.toString()});

    assertThat(Files.readString(directory.resolve("agent.1"))).contains(".SH COMMANDS", "fBrun");
    assertThat(Files.readString(directory.resolve("agent-session-create.1")))
        .contains(".SH NAME\nagent\\-session\\-create \\- ", ".SH OPTIONS", "\\-\\-title");
  }

  @Test
  void whatIsHiddenInTheHelpIsHiddenHere() throws IOException {
    ManPages.main(new String[] {directory.toString()});

    assertThat(Files.readString(directory.resolve("agent-server.1")))
        .contains("\\-\\-port")
        .doesNotContain("until\\-unused");
  }
}
