package io.agentservice.server.agent.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts users' files into the working directory, once a loop, without overwriting. */
final class AttachedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(AttachedFiles.class);

  /** What one frame takes (gateway-protocol.md 4); a larger file is put together of such parts. */
  static final int PART = 4 << 20;

  private static final long PATIENCE_MILLIS = 600_000;

  private final SharedFiles files;
  private final Machine machine;
  private final Set<String> placed = new HashSet<>();

  AttachedFiles(SharedFiles files, Machine machine) {
    this.files = files;
    this.machine = machine;
  }

  /** Places those that were not looked after yet; answers in words what could not be placed. */
  List<String> place(List<AttachedFile> all) {
    var failures = new ArrayList<String>();
    for (var file : all) {
      if (placed.add(file.path())) {
        String failure = place(file);
        if (failure != null) {
          LOG.warn("attachment not placed path={}: {}", file.path(), failure);
          failures.add("%s could not be put there: %s".formatted(file.path(), failure));
        }
      }
    }
    return failures;
  }

  private @Nullable String place(AttachedFile file) {
    try {
      return switch (machine.readFile(file.path(), 0, 1).answer()) {
        case ToServer.File there when !there.kind().equals("absent") -> null;
        case ToServer.Failed failed when !failed.code().equals("not_found") -> failed.message();
        default -> file.sizeBytes() <= PART ? write(file.path(), file, 0) : assemble(file);
      };
    } catch (MachineLostException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("attachment can't be read id={}", file.attachmentId(), e);
      return "the service can't read it now";
    }
  }

  /** One part of the file, as a file of that path; null when it is there. */
  private @Nullable String write(String path, AttachedFile file, long from) {
    long length = Math.min(PART, file.sizeBytes() - from);
    byte[] bytes;
    try (var in = files.open(file.attachmentId(), from, length)) {
      bytes = in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("the file broke off", e);
    }
    var content = Base64.getEncoder().encodeToString(bytes);
    var request =
        new ToRemote.WriteFile(Id.create(EventId.class).value(), path, content, null, null);
    return machine.writeFile(request) instanceof ToServer.Failed failed ? failed.message() : null;
  }

  private @Nullable String assemble(AttachedFile file) {
    String parts = "attachments/.parts-" + file.attachmentId();
    int number = 0;
    for (long from = 0; from < file.sizeBytes(); from += PART) {
      String failure = write("%s/%06d".formatted(parts, number++), file, from);
      if (failure != null) {
        return failure;
      }
    }
    String id = Id.create(EventId.class).value();
    String script =
        "cat %1$s/0* > %1$s/whole && mv -n %1$s/whole %2$s && rm -rf %1$s"
            .formatted(quoted(parts), quoted(file.path()));
    var output = new StringBuilder();
    var exited =
        machine.exec(
            id, script, PATIENCE_MILLIS, (_, bytes) -> output.append(new String(bytes, UTF_8)));
    machine.forget(List.of(id));
    Integer code = exited.exitCode();
    return code != null && code == 0 ? null : output.toString().strip();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
