package io.agentservice.server.agent.loop;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.time.Duration;

/** Has nothing for the pages of people. */
abstract class UnseenMachine implements Machine {
  @Override
  public FileContent showFile(String path, long limit, Duration patience) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ToServer showFiles(String path, long limit, Duration patience) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ToServer desktop(String id, Runnable started, Output output) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void taken(String id, long bytes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ToServer terminal(Program program, Runnable started, Output output) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void resize(String id, ToRemote.PtySize size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void input(String id, byte[] bytes, boolean end) {
    throw new UnsupportedOperationException();
  }
}
