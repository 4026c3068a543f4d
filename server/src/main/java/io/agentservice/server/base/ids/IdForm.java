package io.agentservice.server.base.ids;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the ids of a type look and what they name (completions.md 2, 3). */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface IdForm {
  /** Before the 32 hex digits, as written. */
  String prefix();

  /**
   * Another prefix that is understood; empty: none. Where there is one, a run of both is, too,
   * since clients put theirs before ids that carry one already.
   */
  String alias() default "";

  /** Whether the digits alone are understood. */
  boolean bare() default false;

  /** The thing, as in {@code <noun>_not_found}. */
  String noun();
}
