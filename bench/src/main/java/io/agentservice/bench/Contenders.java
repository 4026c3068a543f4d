package io.agentservice.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Claims entries concurrently; every fifth id is tried twice, and the second try has to lose. */
final class Contenders {
  private static final int AGAIN = 5;

  /** One claim; true when it was won. */
  interface Claim {
    boolean of(String sessionId, String acceptor) throws Exception;
  }

  /** {@code nanos}: what each claim took. */
  record Run(double seconds, long won, long lost, double[] nanos) {
    double perSecond() {
      return (won + lost) / seconds;
    }
  }

  private Contenders() {}

  static Run run(List<String> ids, int callers, double seconds, Claim claim)
      throws InterruptedException {
    var next = new AtomicInteger();
    var won = new AtomicLong();
    var lost = new AtomicLong();
    var samples = new ArrayList<double[]>();
    var threads = new ArrayList<Thread>();
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    for (int i = 0; i < callers; i++) {
      String worker = "w-" + i + "-";
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                var nanos = new double[200_000];
                int n = 0;
                while (System.nanoTime() < end && n < nanos.length) {
                  int turn = next.getAndIncrement();
                  int index = turn - turn / (AGAIN + 1); // every fifth id comes twice
                  if (index >= ids.size()) {
                    break;
                  }
                  long begin = System.nanoTime();
                  try {
                    (claim.of(ids.get(index), worker + n) ? won : lost).incrementAndGet();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                  nanos[n++] = System.nanoTime() - begin;
                }
                synchronized (samples) {
                  samples.add(Arrays.copyOf(nanos, n));
                }
              }));
    }
    for (var thread : threads) {
      thread.join();
    }
    double took = (System.nanoTime() - start) / 1e9;
    double[] all = samples.stream().flatMapToDouble(Arrays::stream).toArray();
    return new Run(took, won.get(), lost.get(), all);
  }
}
