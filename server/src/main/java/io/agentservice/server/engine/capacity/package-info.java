/**
 * Queue health and machines (api-enterprise.md 10), each known by its worker's acceptor id.
 *
 * <p>News of workers is written at once, the rest every few seconds ({@link
 * io.agentservice.server.engine.capacity.Hypervisors}); states follow from it, from claims and from
 * connections.
 */
@NullMarked
package io.agentservice.server.engine.capacity;

import org.jspecify.annotations.NullMarked;
