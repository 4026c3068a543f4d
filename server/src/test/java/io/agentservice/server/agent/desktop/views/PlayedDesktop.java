package io.agentservice.server.agent.desktop.views;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A machine whose desktop a test plays: each viewer is a view of its own. */
final class PlayedDesktop {
  final BlockingQueue<View> views = new LinkedBlockingQueue<>();
  final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  /** One that was asked for; {@code answer} ends it. */
  record View(
      String id, Runnable starts, Machine.Output output, CompletableFuture<ToServer> answer) {
    void shows(byte[] bytes) {
      output.accept(0, bytes);
    }

    void exits() {
      answer.complete(new ToServer.Exited(id, ToServer.Outcome.EXITED, null, 1, 0, false));
    }
  }

  Machine machine() {
    return (Machine)
        Proxy.newProxyInstance(
            Machine.class.getClassLoader(),
            new Class<?>[] {Machine.class},
            (_, method, given) ->
                switch (method.getName()) {
                  case "desktop" -> {
                    var view =
                        new View(
                            (String) given[0],
                            (Runnable) given[1],
                            (Machine.Output) given[2],
                            new CompletableFuture<>());
                    views.add(view);
                    yield view.answer().get(120, TimeUnit.SECONDS);
                  }
                  case "input" -> {
                    String text = new String((byte[]) given[1], StandardCharsets.ISO_8859_1);
                    told.add((boolean) given[2] ? "end" : "input " + text);
                    yield null;
                  }
                  case "taken" -> {
                    told.add("taken " + given[1]);
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  View view() throws InterruptedException {
    var view = views.poll(60, TimeUnit.SECONDS);
    if (view == null) {
      throw new AssertionError("no desktop is asked for");
    }
    return view;
  }

  String told() throws InterruptedException {
    return String.valueOf(told.poll(60, TimeUnit.SECONDS));
  }
}
