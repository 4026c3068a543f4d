package example

import java.io.File
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

class PrimesTest {
  @Test
  fun theFirstOnes() {
    assertEquals(listOf(2, 3, 5, 7, 11), primes().take(5).toList())
    assertTrue(File(System.getenv("PROOF")).createNewFile())
  }
}
