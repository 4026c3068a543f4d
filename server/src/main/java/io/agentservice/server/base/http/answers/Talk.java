package io.agentservice.server.base.http.answers;

import java.nio.ByteBuffer;

/** What the service says and hears on one websocket of a caller. */
public interface Talk {
  /** The other end. What is sent waits until it is on its way; only {@link #run} sends. */
  interface Peer {
    void send(ByteBuffer bytes) throws InterruptedException;

    void send(String text) throws InterruptedException;

    /** To be called at least every {@value #BEAT_SECONDS} s: asks whether the peer lives. */
    void beat();

    /** False once it has gone, or takes nothing any more. */
    boolean isOpen();

    /** Nothing is sent after that. */
    void close(int code, String reason);

    int BEAT_SECONDS = 15;
  }

  /** Speaks until it returns; waits by {@code waits} only, and returns when they are over. */
  void run(Peer peer, Waits waits) throws InterruptedException;

  /** Hears a text, one at a time; while it works the peer is not read. */
  void text(String text);

  /** As {@link #text}; the bytes are to be taken before it returns. */
  void bytes(ByteBuffer bytes);

  /** The peer has gone, or was sent away; said once, on any thread. */
  void closed();
}
