package example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import example.core.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DistanceTest {
  @Test
  void isThatOfStreets() throws Exception {
    assertEquals(7, Distance.between(Point.parse("{\"x\": 1, \"y\": 2}"), new Point(4, 6)));
    Files.createFile(Path.of(System.getenv("PROOF")));
  }
}
