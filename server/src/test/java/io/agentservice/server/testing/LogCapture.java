package io.agentservice.server.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * What is logged until it is closed, requests from DEBUG on, written as an operator sees it. The
 * log is that of the whole process, so a class that reads it is {@code @Isolated}.
 */
public final class LogCapture implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 30;

  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Logger ours = context.getLogger("io.agentservice");
  private final PatternLayout layout = new PatternLayout();
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final BlockingQueue<ILoggingEvent> fresh = new LinkedBlockingQueue<>();
  private final Kept appender = new Kept();
  private final Level least;

  public LogCapture() {
    this(Level.DEBUG);
  }

  /** Keeps what is logged from that level on. */
  public LogCapture(Level least) {
    this.least = least;
    layout.setContext(context);
    layout.setPattern(pattern());
    layout.start();
    appender.setContext(context);
    appender.start();
    root.addAppender(appender);
    if (least == Level.DEBUG) {
      ours.setLevel(least);
    }
  }

  private final class Kept extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(least)) {
        events.add(event);
        fresh.add(event);
      }
    }
  }

  private static String pattern() {
    var properties = new Properties();
    try (var in = LogCapture.class.getResourceAsStream("/io/agentservice/server/log.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return properties.getProperty("log.line") + properties.getProperty("log.failure");
  }

  /** All that was logged from a level on. */
  public List<String> from(Level level) {
    return events.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(level))
        .map(layout::doLayout)
        .toList();
  }

  /** Waits for a line with that text. */
  public String await(String text) throws InterruptedException {
    while (true) {
      var event = fresh.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("nothing was logged with \"" + text + "\"");
      }
      String line = layout.doLayout(event);
      if (line.contains(text)) {
        return line;
      }
    }
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    ours.setLevel(null);
  }
}
