package io.agentservice.server;

import io.agentservice.server.base.settings.Settings;

/**
 * The server as a process of its own, set by {@code AGENT_*} variables; {@code agent server} does
 * the same with flags.
 */
public final class Main {
  private Main() {}

  static void main() throws InterruptedException {
    var app = App.start(Settings.read(System.getenv()));
    Runtime.getRuntime().addShutdownHook(new Thread(app::close));
    System.out.println("listening " + app.address());
    app.firstKey().ifPresent(key -> System.out.println("key " + key));
    app.firstPassword().ifPresent(text -> System.out.println("password " + text));
    Thread.currentThread().join();
  }
}
