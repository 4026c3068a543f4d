package io.agentservice.wire.signals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Signals by reflection, since javac warns of every mention of {@code sun.misc}. */
public final class Signals {
  private Signals() {}

  /** Handles a signal by the action; does nothing where there is no such signal. */
  @SuppressWarnings("ReferenceEquality") // identity is what a proxy's equals has to mean
  public static void on(String name, Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      action.run();
                      yield null;
                    }
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> arguments != null && self == arguments[0];
                    default -> "signal handler";
                  });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (InvocationTargetException _) {
      // Not a signal of this system (USR1 on Windows), or the JVM keeps it for itself.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This Java has no sun.misc.Signal", e);
    }
  }
}
