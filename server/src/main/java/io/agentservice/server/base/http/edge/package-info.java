/**
 * The listener: connections and their limits, what is refused before there is a route, the end of
 * connections when the server leaves, calls from pages of other origins, and the addresses by which
 * others reach the server. Uses {@code answers} for the form of what it refuses; what a request
 * asks for it leaves to the router.
 */
@NullMarked
package io.agentservice.server.base.http.edge;

import org.jspecify.annotations.NullMarked;
