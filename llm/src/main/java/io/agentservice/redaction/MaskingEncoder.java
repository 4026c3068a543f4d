package io.agentservice.redaction;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;

/**
 * Writes lines of the log with the installation's secrets masked, whatever was logged: providers
 * and libraries write into their messages what they like.
 */
public final class MaskingEncoder extends PatternLayoutEncoder {
  private static volatile Redactor redactor = Redactor.NONE;

  /** From now on masks what this one knows, in every log of the process. */
  public static void mask(Redactor installation) {
    redactor = installation;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    return redactor.mask(getLayout().doLayout(event)).getBytes(StandardCharsets.UTF_8);
  }
}
