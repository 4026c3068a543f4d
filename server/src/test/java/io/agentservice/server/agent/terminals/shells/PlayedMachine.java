package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A machine with one terminal, which a test plays. */
final class PlayedMachine {
  final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  final BlockingQueue<Machine.Output> outputs = new LinkedBlockingQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch starts = new CountDownLatch(1);

  /** Nothing that is said to it gets away. */
  volatile boolean stuck;

  private final CountDownLatch asked = new CountDownLatch(1);

  Machine machine() {
    return (Machine)
        Proxy.newProxyInstance(
            Machine.class.getClassLoader(),
            new Class<?>[] {Machine.class},
            (_, method, given) ->
                switch (method.getName()) {
                  case "terminal" -> run(given);
                  case "hello" ->
                      new ToServer.Hello("sha", "linux", "/srv", List.of("exec", "pty"), List.of());
                  case "signal", "input", "resize", "forget" -> {
                    told.add(method.getName());
                    if (stuck) {
                      over.await();
                    }
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Object run(Object[] given) throws InterruptedException {
    var program = (Machine.Program) given[0];
    asked.countDown();
    starts.await();
    ((Runnable) given[1]).run();
    outputs.add((Machine.Output) given[2]);
    over.await();
    return new ToServer.Exited(program.id(), ToServer.Outcome.EXITED, 0, 1, 0, false);
  }

  /** A terminal is asked for, and not there yet. */
  void awaitAsked() throws InterruptedException {
    if (!asked.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("no terminal is asked for");
    }
  }

  void start() {
    starts.countDown();
  }

  /** Where the terminal puts its output, once it runs. */
  Machine.Output output() throws InterruptedException {
    start();
    var output = outputs.poll(60, TimeUnit.SECONDS);
    if (output == null) {
      throw new AssertionError("no terminal runs");
    }
    return output;
  }

  String told() throws InterruptedException {
    return String.valueOf(told.poll(60, TimeUnit.SECONDS));
  }

  void end() {
    start();
    over.countDown();
  }
}
