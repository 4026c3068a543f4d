package example.app;

import example.core.Point;

public final class Distance {
  private Distance() {}

  public static int between(Point from, Point to) {
    return Math.abs(from.x() - to.x()) + Math.abs(from.y() - to.y());
  }
}
