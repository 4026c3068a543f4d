package io.agentservice.remote.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.agentservice.remote.program.NotStartedException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Every child of this process, adopted orphans included, waited for by one thread; nothing else
 * here may start processes.
 *
 * <p>A pid is registered before its end can be seen (under the lock) and signalled only until it
 * was waited for: a reused pid is never hit.
 */
final class Children {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition someChild = lock.newCondition();
  private final Map<Integer, Child> living = new HashMap<>();

  /** Starts the waiting thread; needed from the first child on. */
  void startReaping() {
    Thread.ofPlatform().daemon().name("reaper").start(this::reap);
  }

  static final class Child {
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status;

    boolean await(Duration limit) throws InterruptedException {
      return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    void await() throws InterruptedException {
      ended.await();
    }

    boolean hasEnded() {
      return ended.getCount() == 0;
    }

    boolean signalled() {
      return (status & 0x7f) != 0;
    }

    /** Exit status, or 128 + signal. */
    int exitCode() {
      return signalled() ? 128 + (status & 0x7f) : (status >> 8) & 0xff;
    }

    private void end(int newStatus) {
      status = newStatus;
      ended.countDown();
    }
  }

  record Started(Spawner.Spawned process, Child child) {}

  /** Starts one process; starts never overlap. */
  Started start(Callable<Spawner.Spawned> spawn) throws NotStartedException {
    lock.lock();
    try {
      var process = spawn.call();
      var child = new Child();
      living.put(process.pid(), child);
      someChild.signalAll();
      return new Started(process, child);
    } catch (NotStartedException e) {
      throw e;
    } catch (Exception e) {
      throw Posix.unexpected(e);
    } finally {
      lock.unlock();
    }
  }

  private void reap() {
    try (var arena = Arena.ofConfined()) {
      var errno = Posix.errnoIn(arena);
      var status = arena.allocate(JAVA_INT);
      while (true) {
        var pid = Posix.waitForAnyChild(errno, status);
        if (pid > 0) {
          ended(pid, status.get(JAVA_INT, 0));
        } else if (pid == -Posix.ECHILD) {
          awaitSomeChild();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ended(int pid, int status) {
    lock.lock();
    try {
      var child = living.remove(pid);
      if (child != null) { // else an adopted orphan
        child.end(status);
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitSomeChild() throws InterruptedException {
    lock.lock();
    try {
      while (living.isEmpty()) {
        someChild.await();
      }
    } finally {
      lock.unlock();
    }
  }
}
