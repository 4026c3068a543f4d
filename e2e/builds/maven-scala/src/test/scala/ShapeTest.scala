package example

import java.nio.file.{Files, Path}

class ShapeTest extends munit.FunSuite:
  test("a box has an area"):
    assertEquals(Shape.Box(2, 3).area, 6.0)
    Files.createFile(Path.of(sys.env("PROOF")))
