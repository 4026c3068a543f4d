package example;

import static org.junit.Assert.assertEquals;

import java.nio.file.Files;
import java.nio.file.Paths;
import org.junit.Test;

public class CountsTest {
  @Test
  public void wordsAreCounted() throws Exception {
    assertEquals(2, Counts.of("to be or not to be").count("be"));
    Files.createFile(Paths.get(System.getenv("PROOF")));
  }
}
