/**
 * What operators watch (ADR 0082): each node counts and times what it does itself, and reads from
 * the database how an account stands when it is asked. Features bring their own of both; nothing
 * here knows one.
 */
@NullMarked
package io.agentservice.server.base.metrics;

import org.jspecify.annotations.NullMarked;
