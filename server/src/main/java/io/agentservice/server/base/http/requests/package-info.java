/**
 * A {@link io.agentservice.server.base.http.requests.Request} with query and body (JSON, form,
 * file), refused with all its failures, and {@link
 * io.agentservice.server.base.http.requests.Idempotency}.
 */
@NullMarked
package io.agentservice.server.base.http.requests;

import org.jspecify.annotations.NullMarked;
