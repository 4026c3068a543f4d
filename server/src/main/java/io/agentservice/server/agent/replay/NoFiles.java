package io.agentservice.server.agent.replay;

import io.agentservice.server.agent.loop.tools.SharedFiles;
import io.agentservice.server.agent.loop.tools.ToolInputException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** Nothing is shared in a replay; tools that would are not run. */
final class NoFiles implements SharedFiles {
  @Override
  public long mostBytes() {
    return 0;
  }

  @Override
  public InputStream open(String attachmentId, long from, long length) {
    throw none();
  }

  @Override
  public String share(String callId, String name, Consumer<Consumer<ByteBuffer>> content) {
    throw none();
  }

  @Override
  public Given replace(String key, String name, Consumer<Consumer<ByteBuffer>> content) {
    throw none();
  }

  @Override
  public String keep(String key, Consumer<Consumer<ByteBuffer>> content) {
    throw none();
  }

  @Override
  public InputStream kept(String attachmentId, long size) {
    throw none();
  }

  @Override
  public void withdraw(String key) {
    // Nothing was given.
  }

  @Override
  public Optional<String> shared(String callId) {
    return Optional.empty();
  }

  private static ToolInputException none() {
    return new ToolInputException("A replay shares no files.");
  }
}
