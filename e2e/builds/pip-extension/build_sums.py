from cffi import FFI

builder = FFI()
builder.cdef("long sum(long *values, int count);")
builder.set_source(
    "_sums",
    """
    static long sum(long *values, int count) {
      long total = 0;
      for (int i = 0; i < count; i++) total += values[i];
      return total;
    }
    """,
)
