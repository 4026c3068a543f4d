/**
 * The client of our API over HTTP and SSE, on {@code java.net.http}: what the worker, the command
 * line and the end-to-end tests call.
 *
 * <p>{@link AgentClient} holds the address, the token and the connections; {@link FleetClient},
 * {@link SessionClient}, {@link OrganizationClient} and {@link EnterpriseClient} give names to its
 * requests. Calls block; each has a timeout. Failures are a {@link ClientException}: {@link
 * ApiException} when the service refused, {@link UnreachableException} when no answer came. Answers
 * that a caller decides on are values, not exceptions ({@link ClaimAnswer}).
 *
 * <p>Invariants: the token is sent in the {@code Authorization} header of the configured address
 * and nowhere else (no redirects are followed, no text of these types shows it); nothing is retried
 * here, that is the caller's decision; closing the client ends every request and stream under way.
 */
@NullMarked
package io.agentservice.client;

import org.jspecify.annotations.NullMarked;
