package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.Machine.FileContent;
import io.agentservice.wire.frames.ToServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** The bytes of a file, as they come. */
final class FileBytes {
  /** Are held in memory for one read at most. */
  static final int MOST = 64 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final long limit;
  private final ChannelInput input;

  /** A limit of 0 means {@value #MOST}. */
  FileBytes(long offset, long limit) {
    if (offset < 0 || limit < 0) {
      throw new IllegalArgumentException("offset " + offset + ", limit " + limit);
    }
    this.limit = limit == 0 ? MOST : Math.min(limit, MOST);
    this.input =
        new ChannelInput(
            offset,
            (_, piece) -> // no more than asked for, whatever the remote sends
            bytes.write(piece, 0, (int) Math.min(piece.length, this.limit - bytes.size())));
  }

  long limit() {
    return limit;
  }

  ChannelInput input() {
    return input;
  }

  FileContent content(String id, ToServer answer) {
    return switch (answer) {
      case ToServer.File file -> new FileContent(file, ByteBuffer.wrap(bytes.toByteArray()));
      case ToServer.Failed failed -> new FileContent(failed, ByteBuffer.allocate(0));
      case ToServer other -> throw Answers.unexpected(id, other);
    };
  }
}
