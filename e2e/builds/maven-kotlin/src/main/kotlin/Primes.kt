package example

fun primes(): Sequence<Int> =
  generateSequence(2) { it + 1 }.filter { n -> (2 until n).none { n % it == 0 } }
