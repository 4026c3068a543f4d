/**
 * What makes sessions run: the session and its states, the queue of outposts, claims, the fleet's
 * API, and the gateway to the remotes. Uses {@code base} and {@code context}; any wing above may
 * use it. It knows nothing of models and tools.
 */
@NullMarked
package io.agentservice.server.engine;

import org.jspecify.annotations.NullMarked;
