/**
 * What every feature of every wing is wired with: the core, and how a feature hands out its routes
 * and its chores. Knows no feature; nothing else in {@code base} knows it.
 */
@NullMarked
package io.agentservice.server.base.core;

import org.jspecify.annotations.NullMarked;
