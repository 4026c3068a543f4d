/**
 * Routes, and the way of a request through them. A feature lists its {@link
 * io.agentservice.server.base.http.Route}s; the {@link io.agentservice.server.base.http.Router}
 * does everything that holds for all of them in the order of completions.md 8.2 (credential,
 * address, rate, organization, permission, body, idempotency) and turns problems into answers, so
 * that a handler only reads its request, calls its service and answers. The permission of a route
 * is a required argument. Knows no feature.
 *
 * <pre>
 *   http (routes)  &rarr;  requests, limits  &rarr;  answers
 *   lists          &rarr;  requests
 *   edge           &rarr;  requests, answers
 * </pre>
 */
@NullMarked
package io.agentservice.server.base.http;

import org.jspecify.annotations.NullMarked;
