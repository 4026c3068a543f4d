package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class ShareFileTool extends Tool {
  private static final long PIECE = 4 << 20;

  private static final ToolSpec SPEC =
      Schemas.spec(
          "share_file",
          """
          Gives a file of your machine to the user, who can download it as it is at this moment. Use it for results that are files: a report, a
          picture, an archive. Then name it in a message, or when you finish.
          """,
          """
          {
            "type": "object",
            "properties": {
              "path": {"type": "string", "description": "Absolute, or relative to the working directory"}
            },
            "required": ["path"]
          }
          """);

  ShareFileTool() {
    super(SPEC);
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    var path = input.words("path");
    long size = size(path, context.machine());
    if (size > context.files().mostBytes()) {
      throw new ToolInputException(
          "%s has %,d bytes; a file may have %,d."
              .formatted(path, size, context.files().mostBytes()));
    }
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var path = call.input().text("path");
    long size = size(path, context.machine());
    String address =
        context
            .files()
            .share(call.commandId(), path, sink -> read(context.machine(), path, size, sink));
    return given(path, address);
  }

  /** What was given before a crash is given. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    var path = call.input().text("path");
    return context
        .files()
        .shared(call.commandId())
        .map(address -> given(path, address))
        .orElseGet(() -> run(call, context));
  }

  private static Outcome given(String path, String address) {
    return Outcome.ok("The user can download %s at %s".formatted(path, address));
  }

  private static long size(String path, Machine machine) {
    return switch (machine.readFile(path, 0, 1).answer()) {
      case ToServer.File file when file.kind().equals("file") -> file.size();
      case ToServer.Failed failed when failed.code().equals("not_a_file") ->
          throw new ToolInputException(
              path + " is a directory, or no regular file: pack it into an archive first.");
      case ToServer.Failed failed when !failed.code().equals("not_found") ->
          throw new ToolInputException("Can't read " + path + ": " + failed.message());
      default -> throw new ToolInputException(path + " is no file.");
    };
  }

  /** So many bytes from its beginning, whatever is written to it meanwhile. */
  private static void read(Machine machine, String path, long size, Consumer<ByteBuffer> sink) {
    for (long from = 0; from < size; from += PIECE) {
      var bytes = machine.readFile(path, from, Math.min(PIECE, size - from)).bytes();
      if (bytes.remaining() < Math.min(PIECE, size - from)) {
        throw new ToolInputException(
            path + " changes while it is read. Find out what writes to it.");
      }
      sink.accept(bytes);
    }
  }
}
