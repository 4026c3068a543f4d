package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.tools.SharedFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Files in memory. */
public final class MemoryFiles implements SharedFiles {
  /** What users gave and what is kept of the machine's, by id. */
  public final Map<String, byte[]> given = new ConcurrentHashMap<>();

  /** The ids of what is kept, by its key. */
  public final Map<String, String> kept = new ConcurrentHashMap<>();

  /** What the agent gave, by the call that did. */
  public final Map<String, byte[]> shared = new ConcurrentHashMap<>();

  /** How what was given in the place of another is called, by its key. */
  public final Map<String, String> names = new HashMap<>();

  public long mostBytes = 10 << 20;
  private int replaced;

  @Override
  public long mostBytes() {
    return mostBytes;
  }

  @Override
  public InputStream open(String attachmentId, long from, long length) {
    return new ByteArrayInputStream(given.get(attachmentId), (int) from, (int) length);
  }

  @Override
  public String share(String callId, String name, Consumer<Consumer<ByteBuffer>> content) {
    var bytes = new ByteArrayOutputStream();
    content.accept(piece -> {
      var copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.writeBytes(copy);
    });
    shared.put(callId, bytes.toByteArray());
    return address(callId);
  }

  @Override
  public Given replace(String key, String name, Consumer<Consumer<ByteBuffer>> content) {
    names.put(key, name);
    return new Given("attachment-" + ++replaced, share(key, name, content));
  }

  @Override
  public String keep(String key, Consumer<Consumer<ByteBuffer>> content) {
    var id = "attachment-" + ++replaced;
    share(key, key, content);
    given.put(id, shared.remove(key));
    var earlier = kept.put(key, id);
    if (earlier != null) {
      given.remove(earlier);
    }
    return id;
  }

  @Override
  public InputStream kept(String attachmentId, long size) {
    return open(attachmentId, 0, size);
  }

  @Override
  public void withdraw(String key) {
    names.remove(key);
    shared.remove(key);
  }

  @Override
  public Optional<String> shared(String callId) {
    return shared.containsKey(callId) ? Optional.of(address(callId)) : Optional.empty();
  }

  private static String address(String callId) {
    return "https://agent.example/" + callId;
  }
}
