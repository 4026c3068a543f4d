package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void spacesAreTidied() throws Exception {
    assertEquals("Hello world", Words.title("  hello   world "));
    Files.createFile(Path.of(System.getenv("PROOF")));
  }
}
