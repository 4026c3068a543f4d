/**
 * Routes, and the way of a request through them. A feature lists {@link
 * io.agentservice.server.base.http.Route}s; the {@link io.agentservice.server.base.http.Router}
 * does what holds for all, in the order of completions.md 8.2, so that a handler only reads, calls
 * and answers.
 *
 * <p>Uses: http (routes) → requests, limits → answers; lists → requests; edge → requests, answers.
 */
@NullMarked
package io.agentservice.server.base.http;

import org.jspecify.annotations.NullMarked;
