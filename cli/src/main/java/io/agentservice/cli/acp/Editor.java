package io.agentservice.cli.acp;

import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The editor: what it is told, and what it answers. For any number of threads. */
final class Editor {
  private static final String VERSION = "2.0";

  private final PrintWriter out;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong asked = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonObject>> questions = new ConcurrentHashMap<>();
  private volatile boolean gone;

  Editor(PrintWriter out) {
    this.out = out;
  }

  /** Answers a request. */
  void answer(@Nullable Object id, JsonObject result) {
    say(JsonObject.whole("jsonrpc", VERSION, "id", id, "result", result));
  }

  /** Refuses one; of one that can't be read the id is null. */
  void refuse(@Nullable Object id, Refusal why) {
    say(JsonObject.whole("jsonrpc", VERSION, "id", id, "error", why.json()));
  }

  /** What happened in a session. */
  void update(String session, JsonObject update) {
    var params = JsonObject.of("sessionId", session, "update", update);
    say(JsonObject.of("jsonrpc", VERSION, "method", "session/update", "params", params));
  }

  /** Asks, and waits for the whole message that answers; null when the editor is gone. */
  @Nullable JsonObject ask(String method, JsonObject params) {
    long id = asked.incrementAndGet();
    var answer = new CompletableFuture<JsonObject>();
    questions.put(id, answer);
    if (gone) {
      answer.cancel(false);
    } else {
      say(JsonObject.of("jsonrpc", VERSION, "id", id, "method", method, "params", params));
    }
    try {
      return answer.join();
    } catch (CancellationException _) {
      return null;
    } finally {
      questions.remove(id);
    }
  }

  /** It has answered; what nobody asked is passed over. */
  void answered(JsonObject message) {
    var id = message.numberOrNull("id");
    var question = id == null ? null : questions.get(id);
    if (question != null) {
      question.complete(message);
    }
  }

  /** Nobody waits for its answers any more. */
  void leave() {
    gone = true;
    questions.values().forEach(question -> question.cancel(false));
  }

  private void say(JsonObject message) {
    var line = ascii(message.toJson());
    lock.lock();
    try {
      out.print(line);
      out.print('\n');
      out.flush();
    } finally {
      lock.unlock();
    }
  }

  /** The same JSON, whatever the system thinks is the encoding of standard output. */
  private static String ascii(String json) {
    if (json.chars().allMatch(c -> c < 127)) {
      return json;
    }
    var line = new StringBuilder(json.length() + 64);
    json.chars()
        .forEach(c -> {
          if (c < 127) {
            line.append((char) c);
          } else {
            line.append("\\u%04x".formatted(c));
          }
        });
    return line.toString();
  }
}
