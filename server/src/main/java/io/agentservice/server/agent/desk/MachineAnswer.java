package io.agentservice.server.agent.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.text.Cut;
import org.jspecify.annotations.Nullable;

/**
 * What a machine shows, secrets masked.
 *
 * @param refusal why it shows nothing: a code of failed frames, or one of the constants; else null
 * @param body of a list its JSON, of a file or a patch its bytes, of a refusal a sentence's part
 *     for people
 */
public record MachineAnswer(@Nullable String refusal, byte[] body) {
  /** Of what a machine says, in characters. */
  private static final int LONGEST = 200;

  private static final String NO_MACHINE = "machine_away";

  private static final String FAILURE = "failed";

  /** No remote is connected. */
  public static final MachineAnswer AWAY = refused(NO_MACHINE, "");

  /** One is connected, and has not answered in time. */
  public static final MachineAnswer SLOW = refused("machine_slow", "");

  /** The remote can't keep people in the working directory: too old, or home and more lie in it. */
  public static final MachineAnswer NOT_SHOWN = refused("files_not_shown", "");

  /** The server failed. */
  public static final MachineAnswer FAILED =
      refused(FAILURE, "the server that it is connected to failed");

  /** The file has more bytes than are shown. */
  public static final MachineAnswer TOO_LARGE = refused("file_too_large", "");

  public static MachineAnswer refused(String code, String why) {
    return new MachineAnswer(code, why.getBytes(UTF_8));
  }

  public static MachineAnswer refused(ToServer.Failed failed) {
    return refused(failed.code(), Cut.to(LONGEST, failed.message()));
  }

  public static MachineAnswer of(byte[] body) {
    return new MachineAnswer(null, body);
  }

  /** Whether the server that holds the machine's connection has failed. */
  public boolean isFailed() {
    return FAILURE.equals(refusal);
  }

  boolean isAway() {
    return NO_MACHINE.equals(refusal);
  }

  public String text() {
    return new String(body, UTF_8);
  }
}
