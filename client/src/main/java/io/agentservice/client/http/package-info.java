/**
 * Requests, answers, streams and their failures, on {@code java.net.http}; what is the same for all
 * parts of the API.
 *
 * <p>Calls block; each has a timeout. Failures are a {@link ClientException}: {@link ApiException}
 * when the service refused, {@link UnreachableException} when no answer came.
 *
 * <p>Invariants: the token is sent in the {@code Authorization} header of the configured address
 * and nowhere else (no redirects are followed, no text of these types shows it); nothing is retried
 * here, that is the caller's decision; closing the client ends every request and stream under way.
 */
@NullMarked
package io.agentservice.client.http;

import org.jspecify.annotations.NullMarked;
