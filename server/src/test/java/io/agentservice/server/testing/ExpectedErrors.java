package io.agentservice.server.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The filter of what tests print ({@code logback-test.xml}) that {@link LogsErrors} is about. */
public final class ExpectedErrors extends Filter<ILoggingEvent>
    implements BeforeAllCallback, AfterAllCallback {

  private static final Set<String> EXPECTED = ConcurrentHashMap.newKeySet();

  @Override
  public FilterReply decide(ILoggingEvent event) {
    String message = event.getFormattedMessage();
    boolean expected =
        event.getLevel().isGreaterOrEqual(Level.ERROR)
            && EXPECTED.stream().anyMatch(message::startsWith);
    return expected ? FilterReply.DENY : FilterReply.NEUTRAL;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    EXPECTED.addAll(of(context));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    EXPECTED.removeAll(of(context));
  }

  private static List<String> of(ExtensionContext context) {
    return List.of(context.getRequiredTestClass().getAnnotation(LogsErrors.class).value());
  }
}
