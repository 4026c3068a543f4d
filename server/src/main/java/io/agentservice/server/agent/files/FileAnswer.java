package io.agentservice.server.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.text.Cut;
import org.jspecify.annotations.Nullable;

/**
 * What a machine shows, secrets masked.
 *
 * @param refusal why it shows nothing: a code of failed frames, or one of the constants; else null
 * @param body of a list its JSON ({@link FileListing}), of a file its bytes, of a refusal a
 *     sentence's part for people
 */
record FileAnswer(@Nullable String refusal, byte[] body) {
  /** Of what a machine says, in characters. */
  private static final int LONGEST = 200;

  private static final String NO_MACHINE = "machine_away";

  /** No remote is connected. */
  static final FileAnswer AWAY = refused(NO_MACHINE, "");

  /** One is connected, and has not answered in time. */
  static final FileAnswer SLOW = refused("machine_slow", "");

  /** The remote can't keep people in the working directory: too old, or home and more lie in it. */
  static final FileAnswer NOT_SHOWN = refused("files_not_shown", "");

  /** The server failed. */
  static final FileAnswer FAILED = refused("failed", "the server that it is connected to failed");

  /** The file has more bytes than are shown. */
  static final FileAnswer TOO_LARGE = refused("file_too_large", "");

  static FileAnswer refused(String code, String why) {
    return new FileAnswer(code, why.getBytes(UTF_8));
  }

  static FileAnswer refused(ToServer.Failed failed) {
    return refused(failed.code(), Cut.to(LONGEST, failed.message()));
  }

  static FileAnswer of(byte[] body) {
    return new FileAnswer(null, body);
  }

  boolean isAway() {
    return NO_MACHINE.equals(refusal);
  }

  String text() {
    return new String(body, UTF_8);
  }
}
