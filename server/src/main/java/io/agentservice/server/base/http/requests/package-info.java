/**
 * What came: a {@link io.agentservice.server.base.http.requests.Request} with its query and its
 * body (JSON, a page's form, a file), read by name and refused with all that is wrong at once, and
 * {@link io.agentservice.server.base.http.requests.Idempotency}, which carries out one request
 * once. Uses {@code answers}; knows neither routes nor the listener.
 */
@NullMarked
package io.agentservice.server.base.http.requests;

import org.jspecify.annotations.NullMarked;
