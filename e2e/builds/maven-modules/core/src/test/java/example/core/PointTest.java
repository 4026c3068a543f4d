package example.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PointTest {
  @Test
  void isRead() {
    assertEquals(new Point(1, 2), Point.parse("{\"x\": 1, \"y\": 2}"));
  }
}
