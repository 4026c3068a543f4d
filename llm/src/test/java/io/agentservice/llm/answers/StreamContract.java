package io.agentservice.llm.answers;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What holds for the stream of every provider: it may come in any pieces, and end anywhere. */
public abstract class StreamContract {

  private static final Path FILES = Path.of("src/test/resources/recorded/answers");

  private final String file;

  /** With a recorded stream. */
  protected StreamContract(String file) {
    this.file = file;
  }

  /** What the provider's reader makes of a stream. */
  protected abstract Reply read(InputStream stream);

  /** Has all events heard; whether the stream says of itself that it is whole. */
  protected static boolean hear(InputStream stream, Consumer<JsonNode> heard) throws IOException {
    var events = new EventReader(stream, false);
    for (JsonNode event = events.next(); event != null; event = events.next()) {
      heard.accept(event);
    }
    return events.isDone();
  }

  /** Gives so many bytes at a time. */
  private static final class InPieces extends ByteArrayInputStream {
    private final int size;

    InPieces(byte[] bytes, int size) {
      super(bytes);
      this.size = size;
    }

    @Override
    public synchronized int read(byte[] to, int from, int length) {
      return super.read(to, from, Math.min(size, length));
    }
  }

  @Test
  void theReplyIsTheSameInWhateverPiecesItComes() throws IOException {
    byte[] stream = Files.readAllBytes(FILES.resolve(file));
    var whole = read(new ByteArrayInputStream(stream));

    for (int size : List.of(1, 2, 3, 7, 100)) {
      assertThat(read(new InPieces(stream, size))).isEqualTo(whole);
    }
  }

  @Test
  void aStreamThatIsCutGivesNoOtherReply() throws IOException {
    byte[] stream = Files.readAllBytes(FILES.resolve(file));
    var whole = read(new ByteArrayInputStream(stream));

    for (int length = 0; length < stream.length; length++) {
      try {
        var cut = read(new ByteArrayInputStream(Arrays.copyOf(stream, length)));
        assertThat(cut.parts()).as("the first %d bytes", length).isEqualTo(whole.parts());
        assertThat(cut.stop()).isEqualTo(whole.stop());
      } catch (LlmException e) {
        assertThat(e.kind())
            .as("the first %d bytes", length)
            .isIn(Kind.UNREACHABLE, Kind.MALFORMED);
      }
    }
  }
}
