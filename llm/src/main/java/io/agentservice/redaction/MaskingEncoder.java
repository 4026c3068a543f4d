package io.agentservice.redaction;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Writes log lines with the installation's secrets masked and ids of sessions in one spelling. */
public final class MaskingEncoder extends PatternLayoutEncoder {
  private static final Pattern SESSION =
      Pattern.compile("\\b(?:(?:agent|devin)-){1,16}(?=[0-9a-f]{32}\\b)");

  private static volatile Redactor redactor = Redactor.NONE;

  /** From now on masks these secrets in every log of the process. */
  public static void mask(Redactor installation) {
    redactor = installation;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = redactor.mask(getLayout().doLayout(event));
    return oneSpelling(line).getBytes(StandardCharsets.UTF_8);
  }

  /** Callers may write a session's id in several ways; the log can be searched for one. */
  private static String oneSpelling(String line) {
    return line.contains("devin-") ? SESSION.matcher(line).replaceAll("agent-") : line;
  }
}
