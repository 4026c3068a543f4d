package io.agentservice.cli.process;

import java.io.Closeable;
import java.io.IOException;

/** Closing where a failure is of no consequence. */
public final class Closing {
  private Closing() {}

  public static void quietly(Closeable resource) {
    try {
      resource.close();
    } catch (IOException _) {
      // The operating system lets go of it at the end of the process.
    }
  }
}
