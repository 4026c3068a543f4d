package io.agentservice.remote.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.state.Journal.Stored;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToServer.Exited;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Exec EXEC =
      new Exec("c-1", 7, List.of("make"), "src", Map.of("KEY", "hush"), 5, 3, null);
  private static final Exited EXITED = new Exited("c-1", Outcome.EXITED, 0, 12, 3, false);

  @TempDir private Path directory;
  private Journal journal;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(directory);
  }

  @Test
  void commandWithoutAnEndIsFoundAgain() throws IOException {
    var output = journal.begin(EXEC);
    assertThat(Journal.open(directory).load()).containsExactly(new Stored("c-1", output, null));
  }

  @Test
  void endIsFoundAgain() throws IOException {
    var output = journal.begin(EXEC);
    journal.end(EXITED);
    assertThat(Journal.open(directory).load()).containsExactly(new Stored("c-1", output, EXITED));
  }

  @Test
  void tornEndCountsAsNone() throws IOException {
    journal.begin(EXEC);
    Files.writeString(directory.resolve("journal/c-1/exit.json"), "{\"type\":\"exi");
    assertThat(journal.load()).singleElement().extracting(Stored::exit).isNull();
  }

  @Test
  void commandThatWasNeverWrittenWholeIsRemoved() throws IOException {
    var entry = Files.createDirectories(directory.resolve("journal/c-2"));
    Files.writeString(entry.resolve("command.json.tmp"), "{");
    assertThat(journal.load()).isEmpty();
    assertThat(entry).doesNotExist();
  }

  @Test
  void forgottenCommandIsGone() throws IOException {
    journal.begin(EXEC);
    journal.end(EXITED);
    journal.forget("c-1");
    assertThat(journal.load()).isEmpty();
    assertThat(directory.resolve("journal")).isEmptyDirectory();
  }

  @Test
  void variablesAreNotWritten() throws IOException {
    journal.begin(EXEC);
    assertThat(directory.resolve("journal/c-1/command.json"))
        .content()
        .contains("make")
        .doesNotContain("hush");
  }

  @Test
  void idIsTheNameOfADirectoryHere() {
    assertThat(Journal.isId("cmd_01-a.b")).isTrue();
    assertThat(List.of("", ".", "..", ".hidden", "a/b", "a b", "x".repeat(129)))
        .noneMatch(Journal::isId);
  }
}
