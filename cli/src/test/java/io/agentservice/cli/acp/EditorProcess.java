package io.agentservice.cli.acp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.cli.testing.StandInRemote;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An editor that has started {@code agent acp}. */
final class EditorProcess implements AutoCloseable {
  private final CommandProcess command;
  private int asked;

  EditorProcess(Path directory, Map<String, String> variables, String... options)
      throws IOException {
    var words = new String[options.length + 1];
    words[0] = "acp";
    System.arraycopy(options, 0, words, 1, options.length);
    command = CommandProcess.start(directory, variables, words);
  }

  /** A line, whatever it is. */
  void type(String line) {
    try {
      var in = command.process().getOutputStream();
      in.write((line + "\n").getBytes(UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(line, e);
    }
  }

  /** Begins a request; its id. */
  int ask(String method, JsonObject params) {
    int id = ++asked;
    type(JsonObject.of("jsonrpc", "2.0", "id", id, "method", method, "params", params).toJson());
    return id;
  }

  /** Everything that it has said. */
  List<JsonObject> messages() {
    try {
      var all = command.output();
      return all.substring(0, all.lastIndexOf('\n') + 1).lines().map(JsonObject::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<JsonObject> answer(int id) {
    return messages().stream()
        .filter(message -> message.numberOrNull("id") != null && message.number("id", 0) == id)
        .findFirst();
  }

  /** The answer to a request, once it is there. */
  JsonObject await(int id) {
    StandInRemote.await("answer " + id + errors(), () -> answer(id).isPresent());
    return answer(id).orElseThrow();
  }

  JsonObject call(String method, JsonObject params) {
    return await(ask(method, params));
  }

  /** Waits until it has said so many messages. */
  List<JsonObject> await(String what, int number) {
    StandInRemote.await(what + errors(), () -> messages().size() >= number);
    return messages();
  }

  String errors() {
    try {
      return command.errors();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends its input; its exit code. */
  int leave() throws IOException, InterruptedException {
    command.process().getOutputStream().close();
    return command.exitCode();
  }

  CommandProcess command() {
    return command;
  }

  @Override
  public void close() {
    command.close();
  }
}
