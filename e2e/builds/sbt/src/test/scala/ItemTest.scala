package example

import java.nio.file.{Files, Paths}

class ItemTest extends munit.FunSuite {
  test("prices are added") {
    assertEquals(Item.total("""[{"name":"a","price":1},{"name":"b","price":2}]"""), 3)
    Files.createFile(Paths.get(sys.env("PROOF")))
  }
}
