package io.agentservice.server.agent.loop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files that users give to a session lie in its work directory. */
@Timeout(200)
class AttachedFilesTest extends LoopScene {
  private final MemoryFiles files = session.files;

  private AttachedFile given(String id, String name, byte[] content) {
    files.given.put(id, content);
    return new AttachedFile(id, "attachments/" + name, content.length);
  }

  private List<String> place(AttachedFile... all) {
    return new AttachedFiles(files, machine.connect()).place(List.of(all));
  }

  @Test
  void theyAreThereBeforeTheModelIsAskedAndItIsTold() throws Exception {
    session.attached.add(given("attachment-1", "notes.txt", "read me".getBytes(UTF_8)));
    session.send("read the notes");
    start(new Script().bash("cat attachments/notes.txt").say("done"));
    session.await(LoopEvent.Waiting.class);
    assertThat(directory.resolve("attachments/notes.txt")).hasContent("read me");
    assertThat(session.events(LoopEvent.ToolResult.class).getFirst().content().toString())
        .contains("read me");
    var history = History.of(reader -> session.log().forEach(reader), (_, _) -> {});
    assertThat(history.messages().toString())
        .contains("The user attached: file attachments/notes.txt (7 bytes)");
  }

  @Test
  void aLargeOneIsPutTogetherOfItsParts() throws Exception {
    byte[] large = new byte[2 * AttachedFiles.PART + 5];
    new Random(3).nextBytes(large);
    String name = "it's \u00fc; $(touch x).bin";

    assertThat(place(given("attachment-1", name, large))).isEmpty();
    assertThat(Files.readAllBytes(directory.resolve("attachments/" + name))).isEqualTo(large);
    try (var all = Files.list(directory.resolve("attachments"))) {
      assertThat(all).hasSize(1);
    }
    assertThat(machine.forgotten).hasSize(1);
  }

  @Test
  void whatIsThereStaysAsItIsAndWhatIsNotComesOnEveryNewMachine() throws Exception {
    var first = given("attachment-1", "a", "new".getBytes(UTF_8));
    var second = given("attachment-2", "b", "two".getBytes(UTF_8));
    Files.createDirectory(directory.resolve("attachments"));
    Files.writeString(directory.resolve("attachments/a"), "changed by the agent");

    assertThat(place(first, second)).isEmpty();
    assertThat(directory.resolve("attachments/a")).hasContent("changed by the agent");
    Files.delete(directory.resolve("attachments/b"));
    place(first, second);
    assertThat(directory.resolve("attachments/b")).hasContent("two");
  }

  @Test
  void whatCanNotBePlacedIsTold() throws Exception {
    Files.writeString(directory.resolve("attachments"), "in the way");
    var missing = new AttachedFile("attachment-9", "other/a", 3);

    assertThat(place(missing))
        .containsExactly("other/a could not be put there: the service can't read it now");
  }

  @Test
  void anEmptyOneIsAFile() {
    assertThat(place(given("attachment-1", "empty", new byte[0]))).isEmpty();
    assertThat(directory.resolve("attachments/empty")).isEmptyFile();
  }
}
