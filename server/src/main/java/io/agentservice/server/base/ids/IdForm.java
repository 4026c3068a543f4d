package io.agentservice.server.base.ids;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A type's ids and what they name (completions.md 2, 3). */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface IdForm {
  /** Before the 32 hex digits. */
  String prefix();

  /** A second prefix, or empty. Runs of both are understood, since clients prepend theirs. */
  String alias() default "";

  /** Whether the digits alone are understood. */
  boolean bare() default false;

  /** The thing, as in {@code <noun>_not_found}. */
  String noun();
}
