package io.agentservice.cli.acp;

import io.agentservice.cli.connection.MessageLines;
import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** JSON-RPC with the editor: a message on each line. */
final class Conversation {
  private static final int MOST_BYTES = 16 << 20;
  private static final int AT_ONCE = 100;

  private final InputStream in;
  private final Editor editor;
  private final AcpAgent agent;
  private final Executor threads;
  private final Semaphore room = new Semaphore(AT_ONCE);

  Conversation(InputStream in, Editor editor, AcpAgent agent, Executor threads) {
    this.in = in;
    this.editor = editor;
    this.agent = agent;
    this.threads = threads;
  }

  /** Reads until the input ends. */
  void read() throws IOException {
    var lines = new MessageLines(in, MOST_BYTES);
    for (var line = lines.next(); line != null; line = lines.next()) {
      var text = line.text();
      if (text == null) {
        editor.refuse(null, noRequest("a message has more than %d bytes".formatted(MOST_BYTES)));
      } else if (!text.isBlank()) {
        take(text.strip());
      }
    }
  }

  private static Refusal noRequest(String why) {
    return new Refusal(Refusal.NO_REQUEST, why, null);
  }

  private void take(String text) {
    JsonObject message;
    try {
      message = JsonObject.parse(text);
    } catch (JsonException e) {
      editor.refuse(
          null,
          text.startsWith("[")
              ? noRequest("a line has one message, which is an object")
              : new Refusal(Refusal.NO_JSON, String.valueOf(e.getMessage()), null));
      return;
    }
    var fields = message.fields();
    var id = fields.get("id");
    if (!(fields.get("method") instanceof String method)) {
      if (fields.containsKey("result") || fields.containsKey("error")) {
        editor.answered(message);
      } else {
        editor.refuse(known(id), noRequest("a message has a method, a result or an error"));
      }
    } else if (!"2.0".equals(fields.get("jsonrpc")) || (id != null && known(id) == null)) {
      editor.refuse(known(id), noRequest("jsonrpc must be \"2.0\", and id a string or a number"));
    } else if (fields.containsKey("id")) {
      request(id, method, message);
    } else {
      notice(method, message);
    }
  }

  private static @Nullable Object known(@Nullable Object id) {
    return id instanceof String || id instanceof Number ? id : null;
  }

  /** Nobody waits for an answer that could refuse it. */
  private void notice(String method, JsonObject message) {
    try {
      agent.notice(method, params(message));
    } catch (JsonException | Refusal _) {
      // as of one that it does not know
    }
  }

  private void request(@Nullable Object id, String method, JsonObject message) {
    if (!room.tryAcquire()) {
      editor.refuse(
          id, new Refusal(Refusal.FAILED, AT_ONCE + " requests are under way", "wait for one"));
      return;
    }
    Supplier<JsonObject> work;
    try {
      work = agent.request(method, params(message));
    } catch (RuntimeException e) {
      room.release();
      editor.refuse(id, unclear(e));
      return;
    }
    threads.execute(() -> {
      try {
        answer(id, work);
      } finally {
        room.release();
      }
    });
  }

  /** Whatever of the parameters can't be read is theirs. */
  private static Refusal unclear(RuntimeException failure) {
    return failure instanceof JsonException
        ? Refusal.params(String.valueOf(failure.getMessage()))
        : Refusal.of(failure);
  }

  private void answer(@Nullable Object id, Supplier<JsonObject> work) {
    JsonObject result;
    try {
      result = work.get();
    } catch (RuntimeException e) {
      editor.refuse(id, Refusal.of(e));
      return;
    }
    editor.answer(id, result);
  }

  private static Fields params(JsonObject message) {
    var params = message.fields().get("params");
    if (params == null || params instanceof Map<?, ?>) {
      return new Fields(message.object("params"));
    }
    throw Refusal.params("params must be an object");
  }
}
