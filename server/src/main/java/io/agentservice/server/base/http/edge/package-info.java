/**
 * The listener: connections, limits, refusals before a route, leaving, other origins, the server's
 * addresses.
 */
@NullMarked
package io.agentservice.server.base.http.edge;

import org.jspecify.annotations.NullMarked;
