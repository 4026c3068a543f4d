package io.agentservice.server.agent.loop.tools;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** The files that people and the agent of a session give to each other. */
public interface SharedFiles {
  /** How large a file may be, in bytes. */
  long mostBytes();

  /** To be closed; throws RuntimeException when it can't be read now. */
  InputStream open(String attachmentId, long from, long length);

  /** Shares a file once for a {@code callId}; answers its address. */
  String share(String callId, String name, Consumer<Consumer<ByteBuffer>> content);

  /** Shares a file in the place of the one that this key has shared before. */
  Given replace(String key, String name, Consumer<Consumer<ByteBuffer>> content);

  /** Keeps a file that people do not see, in the place of this key's earlier one; its id. */
  String keep(String key, Consumer<Consumer<ByteBuffer>> content);

  /** What was kept, of {@code size} bytes; as {@link #open}. */
  InputStream kept(String attachmentId, long size);

  /** What this key has shared is gone. */
  void withdraw(String key);

  /** A file that people can download. */
  record Given(String attachmentId, String address) {}

  /** The address of what a call has given; empty when it has not come to that. */
  Optional<String> shared(String callId);
}
