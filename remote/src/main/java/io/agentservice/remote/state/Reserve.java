package io.agentservice.remote.state;

import io.agentservice.remote.base.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Held disk space: else a full disk lets no command start, not even a clean-up. */
final class Reserve {
  /** A few commands with short scripts, and their ends. */
  private static final int BYTES = 256 << 10;

  private final Path file;
  private boolean told;

  Reserve(Path file) {
    this.file = file;
    fill();
  }

  /** Something that takes room. */
  interface Writing {
    Path write() throws IOException;
  }

  /** Writes; where that fails, once more with the reserve's room. */
  Path use(Writing writing) throws IOException {
    try {
      return writing.write();
    } catch (IOException e) {
      if (!Files.deleteIfExists(file)) {
        throw e;
      }
      return writing.write();
    }
  }

  /** Takes room back where there is some. */
  synchronized void fill() {
    try {
      if (!Files.exists(file)) {
        Files.write(file, new byte[BYTES]);
        told = false;
      }
    } catch (IOException e) {
      release();
      if (!told) {
        told = true;
        Log.warn("the state directory takes no more: " + e.getMessage());
      }
    }
  }

  private void release() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      Log.warn("the reserve cannot be given back: " + e.getMessage());
    }
  }
}
