/**
 * The client of our API over HTTP and SSE: what the worker, the command line and the end-to-end
 * tests call. {@link AgentClient} leads to the clients of each part of it; what they share is in
 * {@link io.agentservice.client.http}. The parts know each other only where one leads to another.
 */
@NullMarked
package io.agentservice.client;

import org.jspecify.annotations.NullMarked;
