package example;

import static org.junit.Assert.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.Test;

public class MeanTest {
  @Test
  public void ofThree() throws Exception {
    assertEquals(2.0, StatUtils.mean(new double[] {1, 2, 3}), 1e-9);
    Files.createFile(Path.of(System.getenv("PROOF")));
  }
}
