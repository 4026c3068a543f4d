package io.agentservice.cli;

import java.io.Closeable;
import java.io.IOException;

/** Closing where a failure is of no consequence. */
final class Closing {
  private Closing() {}

  static void quietly(Closeable resource) {
    try {
      resource.close();
    } catch (IOException _) {
      // The operating system lets go of it at the end of the process.
    }
  }
}
