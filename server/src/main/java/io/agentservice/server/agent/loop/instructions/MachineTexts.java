package io.agentservice.server.agent.loop.instructions;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a machine's files say, masked; paths have slashes, also on Windows. */
record MachineTexts(Machine machine, Redactor redactor) {
  /** Of a file so much is read. */
  private static final int LIMIT = 256 << 10;

  /** The beginning of a text; null where there is none. */
  @Nullable String read(String path) {
    var content = machine.readFile(path, 0, LIMIT);
    if (!(content.answer() instanceof ToServer.File file) || !file.kind().equals("file")) {
      return null;
    }
    String text = UTF_8.decode(content.bytes()).toString();
    return text.isBlank() || text.indexOf('\0') >= 0 ? null : redactor.mask(text);
  }

  boolean isThere(String path) {
    return switch (machine.readFile(path, 0, 1).answer()) {
      case ToServer.File file -> !file.kind().equals("absent");
      case ToServer.Failed failed -> failed.code().equals("not_a_file");
      default -> false;
    };
  }

  /** Names in a directory, at most so many; none where there is none. */
  List<String> directories(String path, int most) {
    return machine.listFiles(path, most) instanceof ToServer.Listing listing
        ? listing.entries().stream()
            .filter(entry -> entry.kind().equals("directory"))
            .map(ToServer.Entry::name)
            .toList()
        : List.of();
  }

  /** Without {@code .} and {@code ..}. */
  String absolute(String path) {
    String own = slashes(path);
    boolean whole = own.startsWith("/") || own.matches("[A-Za-z]:.*");
    return Path.of(whole ? own : slashes(machine.hello().cwd()) + "/" + own).normalize().toString();
  }

  private String slashes(String path) {
    return machine.hello().platform().equals("windows") ? path.replace('\\', '/') : path;
  }
}
