/**
 * Speaks the Model Context Protocol with servers whose tools an organization gives to its agents:
 * over HTTP from here, or by the pipes of a program on the session's machine. Knows nothing of the
 * model.
 *
 * <p>A server is not believed: what it says is bounded in size and time, and what it says of itself
 * is checked before the model sees it. Nothing is said twice that may have been heard.
 */
@NullMarked
package io.agentservice.server.agent.loop.mcp;

import org.jspecify.annotations.NullMarked;
