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

  /** The address of what a call has given; empty when it has not come to that. */
  Optional<String> shared(String callId);
}
