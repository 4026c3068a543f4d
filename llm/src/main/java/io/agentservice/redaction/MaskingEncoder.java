package io.agentservice.redaction;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Writes lines of the log with the installation's secrets masked, whatever was logged: providers
 * and libraries write into their messages what they like. Ids of sessions have one spelling in all
 * lines.
 */
public final class MaskingEncoder extends PatternLayoutEncoder {
  private static final Pattern SESSION =
      Pattern.compile("\\b(?:(?:agent|devin)-){1,16}(?=[0-9a-f]{32}\\b)");

  private static volatile Redactor redactor = Redactor.NONE;

  /** From now on masks what this one knows, in every log of the process. */
  public static void mask(Redactor installation) {
    redactor = installation;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = redactor.mask(getLayout().doLayout(event));
    return oneSpelling(line).getBytes(StandardCharsets.UTF_8);
  }

  /** Callers may write a session's id in several ways; the log has one, which can be looked for. */
  private static String oneSpelling(String line) {
    return line.contains("devin-") ? SESSION.matcher(line).replaceAll("agent-") : line;
  }
}
