package example.app;

import static org.junit.Assert.assertEquals;

import java.nio.file.Files;
import java.nio.file.Paths;
import org.junit.Test;

public class ReportTest {
  @Test
  public void rowsAreCounted() throws Exception {
    assertEquals("2 rows", Report.of("a,b\nc,d\n"));
    Files.createFile(Paths.get(System.getenv("PROOF")));
  }
}
