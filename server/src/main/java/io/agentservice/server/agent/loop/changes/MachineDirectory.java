package io.agentservice.server.agent.loop.changes;

import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/** A temporary directory of a machine, by which files come and go. */
record MachineDirectory(Machine machine, StopSwitch stop, String path) {
  /** What one frame takes. */
  private static final int PIECE = 4 << 20;

  private static final long PATIENCE_MILLIS = 60_000;

  void read(String name, long size, Consumer<ByteBuffer> sink) {
    for (long from = 0; from < size; from += PIECE) {
      long length = Math.min(PIECE, size - from);
      var bytes = machine.readFile(path + "/" + name, from, length).bytes();
      if (bytes.remaining() < length) {
        throw new IllegalStateException("the file can't be read on the machine");
      }
      sink.accept(bytes);
    }
  }

  /** In parts whose names go on with a number, in order. */
  void write(String name, InputStream content) throws IOException {
    int number = 0;
    for (byte[] part = content.readNBytes(PIECE);
        part.length > 0;
        part = content.readNBytes(PIECE)) {
      var place = "%s/%s.%06d".formatted(path, name, number++);
      var text = Base64.getEncoder().encodeToString(part);
      String id = Id.create(EventId.class).value();
      if (machine.writeFile(new ToRemote.WriteFile(id, place, text, null, null))
          instanceof ToServer.Failed failed) {
        throw new IOException(failed.message());
      }
    }
  }

  void remove() {
    String id = Id.create(EventId.class).value();
    String script = ChangesScript.remove(path);
    stop.wait(() -> machine.exec(id, script, PATIENCE_MILLIS, (_, _) -> {}));
    machine.forget(List.of(id));
  }
}
