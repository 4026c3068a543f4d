package io.agentservice.server.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class of tests that has something go wrong which is logged as an error: those lines are not
 * printed, so that any that is printed is news.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ExpectedErrors.class)
public @interface LogsErrors {
  /** What the messages begin with. */
  String[] value();
}
