package io.agentservice.worker.sessions;

import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says once that the disk of the sessions is full. */
final class DiskWatch {
  private static final long FULL_BYTES = 1 << 20;

  /** Free space that counts as room again: more than "full", so that it does not flutter. */
  private static final long ROOM_BYTES = 16 * FULL_BYTES;

  private final Path directory;
  private final Progress progress;
  private final Free free;
  private boolean full;

  /** Bytes that the worker may still write in a directory. */
  interface Free {
    long bytes(Path directory) throws IOException;
  }

  DiskWatch(Path directory, Progress progress) {
    this(directory, progress, path -> Files.getFileStore(path).getUsableSpace());
  }

  DiskWatch(Path directory, Progress progress, Free free) {
    this.directory = directory;
    this.progress = progress;
    this.free = free;
  }

  void look() {
    try {
      long bytes = free.bytes(directory);
      if (!full && bytes < FULL_BYTES) {
        progress.tell(new WorkerEvent.DiskFull(directory.toString()));
      }
      full = bytes < FULL_BYTES || (full && bytes < ROOM_BYTES);
    } catch (IOException _) {
      // It is not there yet, or the system does not say.
    }
  }
}
