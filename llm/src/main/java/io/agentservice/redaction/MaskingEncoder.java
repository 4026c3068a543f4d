package io.agentservice.redaction;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Writes log lines with the installation's secrets masked and ids of sessions in one spelling: text
 * by the pattern, or JSON.
 */
public final class MaskingEncoder extends PatternLayoutEncoder {
  /** The word of {@code AGENT_LOG_FORMAT} for JSON. */
  private static final String JSON = "json";

  private static final Pattern SESSION =
      Pattern.compile("\\b(?:(?:agent|devin)-){1,16}(?=[0-9a-f]{32}\\b)");

  private static volatile Redactor redactor = Redactor.NONE;

  private final PatternLayout failures = new PatternLayout();
  private boolean json;

  /** From now on masks these secrets in every log of the process. */
  public static void mask(Redactor installation) {
    redactor = installation;
  }

  /** By logback: {@code json}, or any other word for text. */
  public void setFormat(String word) {
    json = word.equals(JSON);
  }

  /** By logback: the pattern of a failure within JSON. */
  public void setFailure(String pattern) {
    failures.setPattern(pattern);
  }

  @Override
  public void start() {
    super.start();
    if (json) {
      failures.setContext(getContext());
      failures.start();
    }
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    return line(event).getBytes(StandardCharsets.UTF_8);
  }

  private String line(ILoggingEvent event) {
    return json
        ? JsonLine.of(event, failures.doLayout(event), MaskingEncoder::written) + "\n"
        : written(getLayout().doLayout(event));
  }

  private static String written(String text) {
    return oneSpelling(redactor.mask(text));
  }

  /** Callers may write a session's id in several ways; the log can be searched for one. */
  private static String oneSpelling(String line) {
    return line.contains("devin-") ? SESSION.matcher(line).replaceAll("agent-") : line;
  }
}
