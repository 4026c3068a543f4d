package io.agentservice.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageLinesTest {
  private static List<String> read(String text, int most) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    var lines = new MessageLines(in, most);
    var all = new ArrayList<String>();
    for (var line = lines.next(); line != null; line = lines.next()) {
      all.add(line.text() == null ? "too long" : line.text());
    }
    return all;
  }

  @Test
  void eachLineIsOneAlsoTheLastWithoutAnEnd() throws IOException {
    assertThat(read("a\n\nbä\nc", 3)).containsExactly("a", "", "bä", "c");
    assertThat(read("", 3)).isEmpty();
  }

  @Test
  void oneThatIsTooLongIsLeftOutAndTheNextIsRead() throws IOException {
    assertThat(read("abc\nabcd\nab\n", 3)).containsExactly("abc", "too long", "ab");
    String longer = "x".repeat(200_000);
    assertThat(read(longer + "\nb\n" + longer, 100_000))
        .containsExactly("too long", "b", "too long");
    assertThat(read(longer, 200_000)).containsExactly(longer);
  }
}
