package io.agentservice.server.agent.loop.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.base.crypto.Sha256;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/** A machine's file: its first bytes, up to {@link #LIMIT}, and its whole size. */
record TextFile(ByteBuffer bytes, long size) {
  /** What one write may hold (gateway-protocol.md section 4). */
  static final int LIMIT = 4 * 1024 * 1024;

  /** Null when nothing is there; throws {@link ToolInputException} for what can't be read. */
  static @Nullable TextFile read(Machine machine, String path) {
    return of(path, machine.readFile(path, 0, LIMIT));
  }

  /** As {@link #read}, for an answer that has come. */
  static @Nullable TextFile of(String path, Machine.FileContent content) {
    return switch (content.answer()) {
      case ToServer.File file ->
          switch (file.kind()) {
            case "file" -> new TextFile(content.bytes(), file.size());
            case "absent" -> null;
            default -> throw new ToolInputException(path + " is not a regular file.");
          };
      case ToServer.Failed failed -> {
        if (failed.code().equals("not_found")) {
          yield null;
        }
        if (failed.code().equals("not_a_file")) {
          throw new ToolInputException(path + " is a directory, or no regular file.");
        }
        throw new ToolInputException("Can't read " + path + ": " + failed.message());
      }
      default -> throw new ToolInputException("Can't read " + path + ".");
    };
  }

  /** True when the file goes on beyond {@link #LIMIT}. */
  boolean partial() {
    return size > bytes.remaining();
  }

  /** The whole content as text; null when it is partial, not UTF-8, or has a NUL. */
  @Nullable String text() {
    if (partial()) {
      return null;
    }
    try {
      var text = UTF_8.newDecoder().decode(bytes.duplicate()).toString();
      return text.indexOf('\0') >= 0 ? null : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  byte[] toArray() {
    var array = new byte[bytes.remaining()];
    bytes.duplicate().get(array);
    return array;
  }

  static String sha256(byte[] content) {
    return Sha256.hex(content);
  }
}
